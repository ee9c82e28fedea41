import { z } from 'zod';

/** What a provider says of one video. */
export interface VideoFacts {
  title: string | null;
  /** Address of its picture. */
  image: string | null;
}

/** Names and addresses as far as they can be kept: what is too long or no https address is left out. */
const title = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .transform((text) => text.slice(0, 255))
  .nullable()
  .catch(null);
export const pictureAddress = z
  .url({ protocol: /^https$/ })
  .max(2048)
  .nullable()
  .catch(null);

/** `GET /api/v2/video/<id>.json` of vimeo. */
export const vimeoAnswer = z
  .tuple([z.object({ title: title.optional(), thumbnail_medium: pictureAddress.optional() })], z.unknown())
  .transform(([{ title: name = null, thumbnail_medium: picture = null }]): VideoFacts => ({
    title: name,
    image: picture,
  }));

/** oEmbed (https://oembed.com) as tiktok answers it. */
export const tiktokAnswer = z
  .object({ title: title.optional(), thumbnail_url: pictureAddress.optional() })
  .transform(({ title: name = null, thumbnail_url: picture = null }): VideoFacts => ({
    title: name,
    image: picture,
  }));
