import { internalRoutes, storageCalls, gatewayCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Repair } from '../repair.js';

const MOST_SWEEPS = 20;
const PAUSE_MS = 1_000;

/** Through the sweep, which asks the services concerned. */
export const sweep: Repair = {
  done: 'the sweep of storage has removed it',
  trusts: 'stream',
  async run({ peers, pause }) {
    for (let turn = 1; turn <= MOST_SWEEPS; turn += 1) {
      const { swept } = await ask(peers, storageCalls.sweep);
      if (swept && Object.values(swept).every((count) => count === 0)) return;
      // Another process is at it.
      if (!swept) await pause(PAUSE_MS);
    }
  },
};

/** A service's limit for one call. */
const MOST_AT_ONCE = 1000;

export const requeueJobs: Repair = {
  done: 'it takes its turn again',
  trusts: 'stream',
  async run({ peers }, findings) {
    for (const [service, found] of Map.groupBy(findings, (finding) => finding.service)) {
      const ids = found.flatMap(({ about }) => about?.id ?? []);
      for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
        const body = { ids: ids.slice(from, from + MOST_AT_ONCE) };
        await ask(peers, internalRoutes.repairJobs, { service, body });
      }
    }
  },
};

export const resumeDeletions: Repair = {
  done: 'it goes on where it stopped',
  trusts: 'stream',
  async run({ peers }, findings) {
    const drives = findings.flatMap(({ about }) => about?.drive ?? []);
    await ask(peers, gatewayCalls.resumeDeletions, { body: { drives } });
  },
};
