import { defineJobKind, type JobKind, effect, type JobRequest } from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import { z } from 'zod';
import type { DriveId } from '@skyshelf/contracts';
import { announceUnclaimed } from '../application/announce-unclaimed.js';
import type { Storage } from '../application/storage.js';
import { sweep } from '../application/sweep/sweep.js';
import { makeTakeout, type TakeoutResult } from '../application/takeout/make-takeout.js';
import type { Takeout, TakeoutChoice } from '../domain/takeout.js';
import { MAKING_MS } from '../application/takeout/takeout-parts.js';
import type { Takeouts } from '../application/ports.js';

export const repeatedJobs = (storage: Storage, sweepMs: number): JobKind<ClientSession>[] => [
  repeated('sweep', sweepMs, () => sweep(storage)),
  repeated('announce', storage.settings.announceMs, () => announceUnclaimed(storage)),
];

const repeated = (kind: string, every: number, work: () => Promise<unknown>): JobKind<ClientSession> =>
  defineJobKind<object, ClientSession>({
    kind,
    every,
    payload: z.object({}),
    parallel: 1,
    tries: 1,
    run: async () => void (await work()),
  });

const KIND = 'takeout';
const payload = z.object({ id: z.string(), trash: z.boolean().optional(), history: z.boolean().optional() });

export const takeoutKey = (id: string): string => `takeout:${id}`;
export const takeoutJob = (
  drive: DriveId,
  { id, trash = false, history = false }: Pick<Takeout, 'id' | keyof TakeoutChoice>,
): JobRequest => ({
  key: takeoutKey(id),
  kind: KIND,
  drive,
  payload: { id, trash, history } satisfies z.infer<typeof payload>,
});

export interface TakeoutEndings extends Pick<Takeouts, 'isWanted'> {
  ready(session: ClientSession, drive: DriveId, id: string, made: TakeoutResult): Promise<void>;
  /** @param expires until then its user is told */
  failed(session: ClientSession, drive: DriveId, id: string, expires: Date): Promise<void>;
}

/** An interrupted try starts over: all is of one moment. */
export const takeoutKind = (storage: Storage, records: TakeoutEndings): JobKind<ClientSession> =>
  defineJobKind<z.infer<typeof payload>, ClientSession>({
    kind: KIND,
    payload,
    parallel: 1,
    tries: 3,
    keptMs: 0,
    timeoutMs: MAKING_MS - 3600_000,
    async run({ drive, payload: of }, context) {
      const { id } = of;
      if (!drive || !(await records.isWanted(drive, id))) return { state: 'dropped' };
      const made = await makeTakeout(storage, { ...of, drive }, context);
      return { state: 'done', effect: effect((session) => records.ready(session, drive, id, made)) };
    },
    onGivenUp: ({ drive, payload: { id } }) =>
      drive ? effect((session) => records.failed(session, drive, id, keptUntil(storage))) : undefined,
  });

const keptUntil = ({ clock, settings }: Storage): Date =>
  new Date(clock.now().getTime() + settings.takeoutKeepMs);
