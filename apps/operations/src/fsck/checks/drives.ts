import {
  type DriveId,
  type EventMessage,
  internalRoutes,
  limits,
  type ServiceName,
} from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { z } from 'zod';
import { type Check, countInScope, drivesInScope, type Problem } from '../finding.js';
import { type Installation, streamServices } from '../../installation.js';

export const drives: Check = {
  name: 'drives',
  total: countInScope,
  async *subjects(installation, scope) {
    for (const service of streamServices) {
      for await (const drive of drivesInScope(installation, service, scope)) {
        const call = { service, params: { drive } };
        const look = async (): Promise<Problem[]> =>
          (await ask(installation.peers, internalRoutes.driveCheck, call)).problems;
        yield { service, drive, look };
      }
    }
  },
};

/** Events may have a quarter of a megabyte. */
const PAGE = 100;
const growth = z.object({ delta: z.object({ used: z.number() }) });
const quotaSet = z.object({ type: z.literal('catalog.quota.changed'), quota: z.number() });

/** Without gaps, within the quota of its time. */
export const streams: Check = {
  name: 'streams',
  total: countInScope,
  async *subjects(installation, scope) {
    for (const service of streamServices) {
      for await (const drive of drivesInScope(installation, service, scope)) {
        yield { service, drive, look: () => look(installation, service, drive) };
      }
    }
  },
};

async function look(installation: Installation, service: ServiceName, drive: DriveId): Promise<Problem[]> {
  const problems: Problem[] = [];
  let version = 0;
  let used = 0;
  let quota = limits.freePlanBytes;
  for await (const event of eventsOf(installation, service, drive)) {
    version += 1;
    if (event.version !== version) {
      problems.push({ rule: 'stream-without-gaps', message: `Version ${version} of the stream is missing.` });
      version = event.version ?? version;
    }
    quota = quotaSet.safeParse(event.data).data?.quota ?? quota;
    const grown = growth.safeParse(event.data).data?.delta.used ?? 0;
    used += grown;
    if (grown > 0 && used > quota) {
      const message = `Version ${version} let the drive grow to ${used} bytes; its quota was ${quota}.`;
      problems.push({ rule: 'within-quota', message });
    }
  }
  return problems;
}

async function* eventsOf(
  { peers }: Installation,
  service: ServiceName,
  drive: DriveId,
): AsyncGenerator<EventMessage> {
  for (let after = 0; ;) {
    const query = { drive, after, limit: PAGE };
    const page = await ask(peers, internalRoutes.driveEvents, { service, query });
    yield* page;
    const last = page.at(-1)?.version;
    if (page.length < PAGE || !last) return;
    after = last;
  }
}
