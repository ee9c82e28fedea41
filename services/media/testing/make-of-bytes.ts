import { readFile, writeFile } from 'node:fs/promises';
import type { BlobId } from '@skyshelf/contracts';
import type { Kind } from '../src/application/kind.js';
import { createMakeDerivative, type Derived } from '../src/application/make-derivative.js';
import type { Job } from '../src/application/job.js';
import { JobRefusal, reasonsOf, TryFailure } from '../src/domain/refusal.js';
import { inWorkspace } from '../src/infrastructure/workspaces.js';

export type MadeOfBytes = { made: Derived | null; bytes: Buffer | undefined } | { refused: string };

/** Makes a derived file of bytes like a worker; or gives the reason why it is not made. */
export async function makeOfBytes(
  kind: Kind,
  bytes: Uint8Array,
  extension?: string,
  type = 'application/octet-stream',
): Promise<MadeOfBytes> {
  const kept: Buffer[] = [];
  const makeDerivative = createMakeDerivative({
    inWorkspace,
    blobs: {
      find: async () => ({ key: 'source', size: bytes.length, type }),
      download: async (_blob, path) => writeFile(path, bytes, { mode: 0o600 }).then(() => true),
      pathOf: () => null,
      keep: async (_job, result) => {
        kept.push('path' in result ? await readFile(result.path) : Buffer.from(result.bytes));
        return { blobId: 'made' as BlobId, bytes: 1 };
      },
    },
  });
  const job = { kind: kind.kind, source: { blobId: 'source' as BlobId }, extension } as Job;
  try {
    const made = await makeDerivative(kind, job, { signal: new AbortController().signal });
    return { made, bytes: kept[0] };
  } catch (error) {
    if (error instanceof JobRefusal) return { refused: error.reason };
    if (error instanceof TryFailure) return { refused: reasonsOf(kind.kind)[error.why] };
    throw error;
  }
}
