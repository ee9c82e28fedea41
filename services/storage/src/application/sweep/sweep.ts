import { SWEEP_LEASE } from '../leases.js';
import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';
import { completeHashes } from './complete-hashes.js';
import { forgetRemovedReferences } from './forget-removed-references.js';
import { removeExpiredParts } from './remove-expired-parts.js';
import { removeExpiredPending } from './remove-expired-pending.js';
import { removeStrayMultiparts } from './remove-stray-multiparts.js';
import { removeUnused } from './remove-unused.js';
import type { Swept } from './swept.js';

/** After a sweeper was killed, another one takes over so soon. Renewed while a sweep goes on. */
const LEASE_MS = 30_000;

/** Removes what was never finished and what no element needs, one process at a time. Answers null when another process is at it. */
export async function sweep(storage: Storage): Promise<Swept | null> {
  const { leases, metrics } = storage;
  if (!(await leases.take(SWEEP_LEASE, LEASE_MS))) return null;
  // A renewal that fails is made good by the next; without any, two sweep side by side, which does no harm.
  const renewal = setInterval(() => void leases.take(SWEEP_LEASE, LEASE_MS).catch(() => false), LEASE_MS / 3);
  try {
    const swept = {
      pending: await removeExpiredPending(storage),
      parts: await removeExpiredParts(storage),
      multiparts: await removeStrayMultiparts(storage),
      hashed: await completeHashes(storage),
      references: await forgetRemovedReferences(storage),
      archives: await storage.archives.forgetExpired(storage.clock.now(), SWEEP_BATCH),
      takeouts: await storage.takeouts.forgetExpired(storage.clock.now(), SWEEP_BATCH),
      // Last, since it needs catalog: the others do their work without it.
      unused: await removeUnused(storage),
    };
    metrics.swept(swept);
    return swept;
  } finally {
    clearInterval(renewal);
    await leases.letGo(SWEEP_LEASE);
  }
}
