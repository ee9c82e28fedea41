import { SWEEP_LEASE } from '../ports.js';
import type { Storage } from '../storage.js';
import { SWEEP_BATCH, type Swept } from './swept-records.js';
import { completeHashes } from './complete-hashes.js';
import {
  forgetRemovedReferences,
  removeExpiredParts,
  removeExpiredPending,
  removeStrayMultiparts,
} from './remove-expired.js';
import { removeUnused } from './remove-unused.js';

/** Renewed while a sweep goes on. */
const LEASE_MS = 30_000;

/** null when another process sweeps. */
export async function sweep(storage: Storage): Promise<Swept | null> {
  const { leases, metrics } = storage;
  if (!(await leases.take(SWEEP_LEASE, LEASE_MS))) return null;
  // One that fails is made good by the next; two sweeps side by side do no harm.
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
      // Last, since it needs catalog.
      unused: await removeUnused(storage),
    };
    metrics.swept(swept);
    return swept;
  } finally {
    clearInterval(renewal);
    await leases.letGo(SWEEP_LEASE);
  }
}
