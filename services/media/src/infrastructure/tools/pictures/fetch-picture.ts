import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  askOembed,
  guardedGet,
  guardedStream,
  type GuardLimits,
  type OutboundRules,
} from '@skyshelf/outbound';
import { NO_SUCH_PICTURE, pictureSource, type PictureSource } from '../../../domain/provider-picture.js';
import { JobRefusal } from '../../../domain/refusal.js';

/** Tests have stand-ins. */
export interface PictureProviders extends Partial<OutboundRules> {
  at?(address: string): string;
}

const TIMEOUT_MS = 8000;
const IMAGE_TIMEOUT_MS = 10_000;
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;
const NONE = 'The picture of this video could not be fetched.';

export type FetchPicture = (
  link: string,
  picture: number,
  path: string,
  signal: AbortSignal,
) => Promise<void>;

/** @throws JobRefusal when there is none to be had */
export const createFetchPicture =
  (providers: PictureProviders = {}): FetchPicture =>
  async (link, picture, path, signal) => {
    try {
      const address = await addressOf(providers, pictureSource(link, picture), signal);
      const limits = { ...limitsOf(providers, signal), maxBytes: MAX_PICTURE_BYTES };
      await download(address, path, limits);
    } catch (error) {
      signal.throwIfAborted();
      // Trying at once hardly helps: the provider is left alone for a while.
      throw error instanceof JobRefusal ? error : new JobRefusal(NONE, error);
    }
  };

async function addressOf(
  { at = (each) => each, ...rules }: PictureProviders,
  source: PictureSource | null,
  signal: AbortSignal,
): Promise<string> {
  if (!source) throw new JobRefusal(NO_SUCH_PICTURE);
  if ('address' in source) return at(source.address);
  const get = (address: string) =>
    guardedGet(at(address), { ...limitsOf(rules, signal), maxBytes: MAX_ANSWER_BYTES });
  const facts = await askOembed(get, source.oembed);
  if (!facts?.image) throw new JobRefusal(NO_SUCH_PICTURE);
  return facts.image;
}

/** The default of `timeoutMs` is 10 s. */
export type ImageRules = Partial<OutboundRules & Pick<GuardLimits, 'timeoutMs'>>;

/** @throws JobRefusal when it is not to be had */
export async function fetchImage(
  address: string,
  path: string,
  {
    mostBytes,
    signal,
    timeoutMs = IMAGE_TIMEOUT_MS,
    ...rules
  }: ImageRules & {
    mostBytes: number;
    signal: AbortSignal;
  },
): Promise<void> {
  const limits = {
    ...limitsOf(rules, signal),
    maxBytes: mostBytes,
    timeoutMs,
    protocols: ['http:', 'https:'] as const,
  };
  try {
    await download(address, path, limits);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof JobRefusal ? error : new JobRefusal(NONE, error);
  }
}

async function download(
  address: string,
  path: string,
  limits: ReturnType<typeof limitsOf> & Pick<GuardLimits, 'maxBytes'>,
): Promise<void> {
  const { status, headers, body } = await guardedStream(address, { ...limits, accept: 'image/*' });
  if (status !== 200 || !/^image\//i.test(headers['content-type'] ?? '')) {
    body.destroy();
    const reason = isMissing(status) ? NO_SUCH_PICTURE : NONE;
    throw new JobRefusal(reason, new Error(`Status ${status}, ${headers['content-type']}.`));
  }
  await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal: limits.signal });
}

const isMissing = (status: number): boolean => status === 404 || status === 410;

const limitsOf = ({ trusted = new Set(), ...rules }: Partial<OutboundRules>, signal: AbortSignal) => ({
  ...rules,
  trusted,
  timeoutMs: TIMEOUT_MS,
  signal,
});
