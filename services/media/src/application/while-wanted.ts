import type { DerivativeSource } from '@skyshelf/contracts';
import type { Blobs } from './ports.js';

/** Milliseconds: a film takes minutes. */
const EVERY_MS = 5000;

class Unwanted extends Error {}

/** @returns null when no element has the source any more */
export async function whileWanted<T>(
  blobs: Pick<Blobs, 'find'>,
  source: DerivativeSource,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  everyMs = EVERY_MS,
): Promise<T | null> {
  if ('url' in source) return work(signal);
  const unwanted = new AbortController();
  const ask = async (): Promise<void> => {
    if (!(await blobs.find(source.blobId))) unwanted.abort(new Unwanted());
  };
  // An outage ends nothing.
  const timer = setInterval(() => void ask().catch(() => {}), everyMs);
  try {
    return await work(AbortSignal.any([signal, unwanted.signal]));
  } catch (error) {
    if (error instanceof Unwanted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
