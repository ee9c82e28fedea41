import { type ZodType, z } from 'zod';
import type { Fetched } from './guarded-stream.js';

export type Get = (address: string) => Promise<Fetched>;

/** The answer was late, too large or malformed, or an error. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}

/** @throws ProviderSilent */
export const askProvider = (get: Get, address: string): Promise<Fetched> =>
  get(address).catch((cause: unknown) => {
    throw new ProviderSilent(`No answer from ${new URL(address).host}.`, { cause });
  });

/** @throws ProviderSilent */
export function readAnswer<T>(answer: Fetched, schema: ZodType<T>): T {
  if (answer.status !== 200) throw new ProviderSilent(`A provider answered with status ${answer.status}.`);
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw new ProviderSilent('A provider answered nonsense.', { cause: parsed.error });
  return parsed.data;
}

/** Undefined when it is no JSON. */
export function jsonOf({ body }: Fetched): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

const gone: readonly number[] = [400, 404];

/**
 * Null for a video that does not exist.
 * @param address as `oembed` of a link kind makes it
 * @throws ProviderSilent
 */
export async function askOembed(get: Get, address: string): Promise<VideoFacts | null> {
  const answer = await askProvider(get, address);
  return gone.includes(answer.status) ? null : readAnswer(answer, oembedAnswer);
}

export interface VideoFacts {
  title: string | null;
  image: string | null;
}

/** A text that is too long and an address that is not https are left out. */
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
const oembedAnswer = z
  .object({ title: title.optional(), thumbnail_url: pictureAddress.optional() })
  .transform(({ title: name = null, thumbnail_url: picture = null }): VideoFacts => ({
    title: name,
    image: picture,
  }));
