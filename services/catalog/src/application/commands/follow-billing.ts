import type { DriveId, OpId } from '@skyshelf/contracts';
import { quotaOf, decideSetQuota } from '../../domain/drive-room.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import { makeRoom } from '../trash/make-room.js';
import { readShown, SHOWN_BUILT_INS, type ShownBuiltIns } from '../reads/listing-rows.js';

/** The settings row that stores the last billing event that set the quota. */
const FOLLOWED_PLAN = 'plan';
type Followed = { id: string; version?: number };

/**
 * A cursor may lag behind its effects, so after a kill events come again, also those that changed nothing and
 * so left no record of their operation: after a later one such an event is passed over.
 * @param version position in billing's stream; null: in no order
 */
const isPast = (followed: Followed | null, version: number | null): boolean =>
  version !== null && version <= (followed?.version ?? 0);

/** The trash gives way if the plan has become smaller. */
export async function setQuota(
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  quota: number,
  version: number | null = null,
): Promise<{ quota: number }> {
  const answer = await storeQuota(catalog, drive, opId, quota, version);
  await makeRoom(catalog, drive, { bytes: 0, count: 0 });
  return answer;
}

const storeQuota = (
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  quota: number,
  version: number | null,
): Promise<{ quota: number }> =>
  catalog.store.withDrive(
    drive,
    opId,
    {
      name: 'set-quota',
      payload: { quota },
      read: async (reader) => ({
        present: quotaOf(reader.state()),
        past: isPast(await reader.side<Followed>('settings').get(FOLLOWED_PLAN), version),
      }),
      decide: ({ present, past }) => decideSetQuota(past ? present : quota, present),
      alongside: async (side, { event }) => {
        if (event && version !== null) await side.put<Followed>('settings', { id: FOLLOWED_PLAN, version });
      },
    },
    ownOrigin(),
  );

/** An event although it touches no element: cached listings depend on the drive's version. */
export const showBuiltIns = (
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  shown: boolean,
  version: number | null = null,
): Promise<null> =>
  catalog.store.withDrive(
    drive,
    opId,
    {
      name: 'show-built-ins',
      payload: { shown },
      read: async (reader) => ({
        present: await readShown(reader),
        past: isPast(await reader.side<ShownBuiltIns>('settings').get(SHOWN_BUILT_INS), version),
      }),
      decide: ({ present, past }) =>
        past || present === shown
          ? { event: null, answer: null }
          : { event: { type: 'catalog.default-elements.switched', shown }, answer: null },
      alongside: async (side, { event }) => {
        const row = { id: SHOWN_BUILT_INS, shown, ...(version !== null && { version }) } as const;
        if (event) await side.put<ShownBuiltIns>('settings', row);
      },
    },
    ownOrigin(),
  );
