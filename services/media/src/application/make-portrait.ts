import { DomainError } from '@skyshelf/contracts';
import { JobRefusal } from '../domain/refusal.js';
import type { MadeFile } from './kind.js';
import type { InWorkspace } from './ports.js';

export interface PortraitDeps {
  /** Whether providers are asked at all. */
  enabled: boolean;
  inWorkspace: InWorkspace;
  /** Brings an image from an address outside into a file. */
  fetch(address: string, path: string, signal: AbortSignal): Promise<void>;
  /** Renders an image again, within a square of so many pixels. */
  render(path: string, side: number, signal: AbortSignal): Promise<MadeFile>;
}

const SIDE = 256;
const MOST_MS = 30_000;

/**
 * A small webp of the picture at an address outside.
 * @throws DomainError `file.not-found`: there is none, or it is no image that can be read
 */
export async function makePortrait(deps: PortraitDeps, address: string): Promise<Uint8Array> {
  if (!deps.enabled) throw new DomainError('file.not-found');
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    return await deps.inWorkspace(async (workspace) => {
      const fetched = workspace.path('fetched');
      await deps.fetch(address, fetched, signal);
      const made = await deps.render(fetched, SIDE, signal);
      if (!('bytes' in made)) throw new TypeError('A portrait is not written to a file.');
      return made.bytes;
    });
  } catch (error) {
    if (error instanceof JobRefusal) throw new DomainError('file.not-found', { cause: error });
    throw error;
  }
}
