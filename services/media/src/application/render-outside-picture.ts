import { DomainError, type mediaCalls } from '@skyshelf/contracts';
import type { z } from 'zod';
import { JobRefusal, TryFailure } from '../domain/refusal.js';
import type { MadeFile } from './kind.js';
import type { InWorkspace } from './ports.js';

export interface OutsidePictureDeps {
  enabled: boolean;
  inWorkspace: InWorkspace;
  fetch(address: string, path: string, limits: { mostBytes: number; signal: AbortSignal }): Promise<void>;
  /** Fits the picture into a square of so many pixels. */
  render(path: string, side: number, signal: AbortSignal): Promise<MadeFile>;
}

type Asked = z.infer<typeof mediaCalls.renderOutsidePicture.body>;

const MOST_MS = 30_000;

/** @throws DomainError `file.not-found`: none, or no image readable in reasonable time */
export async function renderOutsidePicture(
  deps: OutsidePictureDeps,
  { address, side, mostBytes }: Asked,
): Promise<Uint8Array> {
  if (!deps.enabled) throw new DomainError('file.not-found');
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    return await deps.inWorkspace(async (workspace) => {
      const fetched = workspace.path('fetched');
      await deps.fetch(address, fetched, { mostBytes, signal });
      const made = await deps.render(fetched, side, signal);
      if (!('bytes' in made)) throw new TypeError('A small picture is not written to a file.');
      return made.bytes;
    });
  } catch (error) {
    if (error instanceof JobRefusal || error instanceof TryFailure || signal.aborted)
      throw new DomainError('file.not-found', { cause: error });
    throw error;
  }
}
