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

/** oEmbed (https://oembed.com), as far as it is read: `thumbnail_url` is a picture of usual size, about 300 px wide. */
export const oembedAnswer = z
  .object({ title: title.optional(), thumbnail_url: pictureAddress.optional() })
  .transform(({ title: name = null, thumbnail_url: picture = null }): VideoFacts => ({
    title: name,
    image: picture,
  }));
