import type { CatalogEvent, OpId, UploadId } from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Reservation } from '../../domain/drive-room.js';
import type { Catalog } from '../catalog.js';
import { admissionOf } from '../commands/admit-upload.js';
import { giveUp } from '../commands/release-reservation.js';
import type { Reader } from '../slices/read-folder.js';
import { SENDER, type Sender } from './start-drop.js';

/** Uploads of others are left out, as if there were none. */
export async function cancelDrops(
  catalog: Catalog,
  sender: Sender,
  uploads: readonly UploadId[],
): Promise<{ ok: true }> {
  await catalog.store.withDrive(
    sender.drive,
    `drop-cancel:${catalog.ids.next()}` as OpId,
    {
      name: 'cancel-drops',
      payload: { uploads },
      read: (reader) => readOwn(reader, sender, uploads),
      decide: () => ({ event: null, answer: null }),
      alongside: (side, { slice }) => giveUp(side, slice),
    },
    { actor: SENDER, trace: traceparentOf() },
  );
  return { ok: true };
}

type DropState = 'waiting' | 'received' | 'refused' | 'unknown';

export async function readDrops(
  catalog: Catalog,
  sender: Sender,
  uploads: readonly UploadId[],
): Promise<{ docs: { uploadId: string; state: DropState }[] }> {
  const events = await catalog.store.eventsOf(
    sender.drive,
    uploads.map((uploadId) => admissionOf({ uploadId })),
  );
  const ended = new Map(events.flatMap(({ data }) => endedIn(data, sender)));
  const own = await readOwn(await catalog.store.reader(sender.drive), sender, uploads);
  const waiting = new Set<string>(own.map(({ id }) => id));
  const stateOf = (id: string): DropState => ended.get(id) ?? (waiting.has(id) ? 'waiting' : 'unknown');
  return { docs: uploads.map((uploadId) => ({ uploadId, state: stateOf(uploadId) })) };
}

async function readOwn(
  reader: Reader,
  { scope: { id: link, visitor } }: Sender,
  uploads: readonly UploadId[],
): Promise<Reservation[]> {
  const found = await reader.side<Reservation>('reservations').find({ id: { in: [...uploads] }, link });
  return found.filter((each) => each.visitor === visitor);
}

function endedIn(event: CatalogEvent, { scope }: Sender): [string, DropState][] {
  const isOwn = (drop: { link: string; visitor: string } | undefined): boolean =>
    drop?.link === scope.id && drop.visitor === scope.visitor;
  if (event.type === 'catalog.upload.refused') return isOwn(event.drop) ? [[event.uploadId, 'refused']] : [];
  if (event.type !== 'catalog.files.uploaded') return [];
  return event.files.flatMap(({ uploadId, drop }): [string, DropState][] =>
    isOwn(drop) ? [[uploadId, 'received']] : [],
  );
}
