import { catalogCalls, internalRoutes, type DriveId } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Finding } from '../../finding.js';
import type { Repair } from '../repair.js';

export const rebuild: Repair = {
  done: 'the read model was rebuilt from the events',
  trusts: 'stream',
  async run({ peers }, findings) {
    for (const { service, drive } of findings.slice(0, 1))
      if (drive) await ask(peers, internalRoutes.driveRebuild, { service, params: { drive } });
  },
};

/** Outside the stream: expired reservations are released, others counted. */
export const recount: Repair = {
  done: 'what had run out was released, and what is reserved was counted again',
  trusts: 'stream',
  async run({ peers }, findings) {
    for (const drive of drivesOf(findings))
      await ask(peers, catalogCalls.driveRecount, { params: { drive } });
  },
};

const drivesOf = (findings: readonly Finding[]): Set<DriveId> =>
  new Set(findings.flatMap(({ drive, about }) => drive ?? about?.drive ?? []));
