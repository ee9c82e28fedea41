import { DomainError, type OpId, type TakeoutAnswer } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import {
  requestTakeout,
  requestOfPart,
  nextTakeoutAt,
  type Takeout,
  type TakeoutChoice,
} from '../../domain/takeout.js';
import { keptAnswer } from '../archive/download.js';
import type { RangeRequest } from '../../domain/range-request.js';
import type { FileAnswer } from '../read-file.js';
import type { Storage } from '../storage.js';
import { withTexts } from './takeout-texts.js';

type Asking = Pick<Storage, 'takeouts' | 'clock' | 'ids'>;
type Owner = Pick<Caller, 'drive'>;

export async function readTakeout(
  { takeouts, clock }: Pick<Storage, 'takeouts' | 'clock'>,
  { drive }: Owner,
): Promise<TakeoutAnswer> {
  const now = clock.now();
  const found = await takeouts.of(drive);
  if (!found || isOver(found.takeout, now)) return { takeout: null, nextAt: null };
  const { takeout, percent } = found;
  const { id, state, asked, expires, parts, files, leftOut } = takeout;
  return {
    takeout: {
      id,
      state,
      percent,
      files,
      leftOut,
      asked: asked.toISOString(),
      expires: expires?.toISOString() ?? null,
      parts: parts.map(({ name, size, files: its }, index) => ({ part: index + 1, name, size, files: its })),
    },
    nextAt: nextTakeoutAt(takeout, now)?.toISOString() ?? null,
  };
}

/** @throws DomainError `takeout.too-soon`, `drive.closed` */
export async function beginTakeout(
  storage: Asking,
  owner: Owner,
  opId: OpId,
  { trash = false, history = false }: TakeoutChoice = {},
): Promise<TakeoutAnswer> {
  const { takeouts, clock, ids } = storage;
  const asked = { _id: owner.drive, id: ids.next(), opId, trash, history };
  await takeouts.begin(owner.drive, (present) => requestTakeout(present, asked, clock.now()));
  return readTakeout(storage, owner);
}

/** @throws DomainError `takeout.not-found` */
export async function cancelTakeout(storage: Asking, owner: Owner, id: string): Promise<TakeoutAnswer> {
  if (!(await storage.takeouts.cancel(owner.drive, id))) throw new DomainError('takeout.not-found');
  return readTakeout(storage, owner);
}

/** @throws DomainError `takeout.not-found` */
export async function takeoutPart(
  storage: Storage,
  { drive }: Owner,
  { id, part, ...request }: RangeRequest & { id: string; part: number },
): Promise<FileAnswer & { name: string }> {
  const now = storage.clock.now();
  const found = await storage.takeouts.of(drive);
  if (found?.takeout.id !== id || found.takeout.state !== 'ready' || isOver(found.takeout, now))
    throw new DomainError('takeout.not-found');
  const list = await storage.archives.newest(drive, requestOfPart(id, part), now);
  if (!list) throw new DomainError('takeout.not-found');
  return keptAnswer({ ...storage, objects: withTexts(storage) }, list, request);
}

const isOver = ({ expires }: Takeout, now: Date): boolean => expires !== null && expires <= now;
