import { z } from 'zod';

export interface VideoFacts {
  title: string | null;
  image: string | null;
}

/** What is too long or no https address is left out. */
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

/** The part of oEmbed (https://oembed.com) that is read: `thumbnail_url` is about 300 px wide. */
export const oembedAnswer = z
  .object({ title: title.optional(), thumbnail_url: pictureAddress.optional() })
  .transform(({ title: name = null, thumbnail_url: picture = null }): VideoFacts => ({
    title: name,
    image: picture,
  }));
