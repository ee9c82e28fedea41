import type { DerivativeSource } from '@skyshelf/contracts';
import type { Blobs } from './ports.js';

/** How often it is asked, milliseconds: a film takes minutes, and its last element may go meanwhile. */
const EVERY_MS = 5000;

/** No element has the source any more. */
class Unwanted extends Error {}

/**
 * Work on a source that is broken off when no element has it any more.
 * @returns null then
 */
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
  // Who can't be asked just now is asked again.
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
