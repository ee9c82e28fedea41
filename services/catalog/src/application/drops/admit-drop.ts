import {
  DomainError,
  forSender,
  isOfCaller,
  uploadReceipt,
  type Dropped,
  type ErrorCode,
  type DriveId,
  type UploadReceipt,
  type Warning,
} from '@skyshelf/contracts';
import { extensionOf, splitFileName } from '@skyshelf/contracts/rules';
import type { CommandOrigin } from '@skyshelf/event-store';
import { traceparentOf } from '@skyshelf/telemetry';
import {
  decideAdmitUpload,
  refusedUpload,
  type Admission,
  type AdmissionSlice,
  type FinishedBytes,
} from '../../domain/admit-upload.js';
import type { DecisionContext } from '../../domain/decision.js';
import { kindRefusal } from '../../domain/drops.js';
import type { Reservation } from '../../domain/drive-room.js';
import { receivedAfter } from '../../domain/shares.js';
import type { Catalog, CatalogCommand } from '../catalog.js';
import { admissionOf } from '../commands/admit-upload.js';
import { giveUp } from '../commands/release-reservation.js';
import { stored, type StoredShare } from '../shares/share-deps.js';
import type { Reader } from '../slices/read-folder.js';
import { gather } from './drop-notice.js';
import { makeDropFolders, readDropFolder, readFreeName } from './drop-folders.js';
import { SENDER, type Sender } from './start-drop.js';

export type DroppedBytes = FinishedBytes & { drop: Dropped };
type Slice = AdmissionSlice & {
  kept: StoredShare | null;
  refusal: { code: ErrorCode; message: string } | null;
};

/**
 * It happens once, like any admission, and needs a reservation: limits and room were judged when that was made.
 */
export async function admitDrop(
  catalog: Catalog,
  drive: DriveId,
  bytes: DroppedBytes,
  origin: CommandOrigin,
): Promise<Admission> {
  const reader = await catalog.store.reader(drive);
  if ((await readRefusal(reader, bytes, catalog.clock.now())).refusal === null)
    await makeDropFolders(catalog, drive, bytes, origin);
  return catalog.store.withDrive(drive, admissionOf(bytes), admitting(catalog, drive, bytes), origin);
}

const admitting = (
  catalog: Catalog,
  drive: DriveId,
  bytes: DroppedBytes,
): CatalogCommand<Slice, Admission> => ({
  name: 'admit-drop',
  payload: { uploadId: bytes.uploadId, blobId: bytes.blobId },
  read: (reader) => readAdmission(reader, bytes, catalog.clock.now()),
  decide: (slice, context) => {
    const { refusal, numbered, place } = slice;
    if (refusal) return refusedUpload(bytes, refusal);
    if (place.chain?.some(({ copying }) => copying)) throw new DomainError('drive.busy');
    const sent = { ...bytes, folderId: place.folderId };
    const named = { ...slice, numbered: numbered ?? unlikeOthers(bytes.name, context) };
    return decideAdmitUpload(sent, { ...named, place: { ...place, taken: false } }, context, {
      isLast: true,
    });
  },
  alongside: async (side, { event, slice: { reservation, kept } }) => {
    if (reservation) await giveUp(side, [reservation]);
    if (!kept || event?.type !== 'catalog.files.uploaded') return;
    const received = receivedAfter(kept.received, bytes.size);
    await side.put<StoredShare>(
      'shares',
      stored(kept.share, { ...kept, received, ...(await gather(side, drive, kept)) }),
    );
  },
});

/** A refusal after 10,000 files of one name would show how many of them there are. */
function unlikeOthers(name: string, { newId }: DecisionContext): string {
  const { stem, suffix } = splitFileName(name);
  return `${[...stem].slice(0, 200).join('')} ${newId()}${suffix === null ? '' : `.${suffix}`}`;
}

async function readAdmission(reader: Reader, bytes: DroppedBytes, now: Date): Promise<Slice> {
  const { refusal, reservation, kept } = await readRefusal(reader, bytes, now);
  const { folder } = await readDropFolder(reader, kept?.share.roots[0] ?? bytes.folderId, bytes.drop);
  const place = { ...folder, taken: false };
  const wanted = { class: 'item' as const, name: bytes.name, extension: extensionOf(bytes.name) };
  const free = await readFreeName(reader, folder.folderId, wanted, now);
  return { refusal, reservation, kept, place, numbered: free?.name, replaced: null, room: reader.state() };
}

async function readRefusal(reader: Reader, { uploadId, drop, contentType, name }: DroppedBytes, now: Date) {
  const reservation = await reader.side<Reservation>('reservations').get(uploadId);
  const kept = await reader.side<StoredShare>('shares').get(drop.link);
  const refuse = (code: ErrorCode, message = new DomainError(code).message) => ({
    reservation,
    kept,
    refusal: { code, message },
  });
  if (!kept?.share.receives || kept.share.generation !== drop.generation || kept.share.paused)
    return refuse('share.not-found');
  if (!reservation || reservation.expires <= now) return refuse('drop.over');
  const ofKind = kindRefusal(kept.share.receives, contentType, name);
  return ofKind === null ? { reservation, kept, refusal: null } : refuse('drop.limit', ofKind);
}

/** Nothing of where it is, and how it is called there. */
export async function admitDrops(
  catalog: Catalog,
  sender: Sender,
  signed: readonly string[],
): Promise<{ received: number[]; warnings: Warning[] }> {
  const receipts = signed.map((receipt, index) => openReceipt(catalog, sender, receipt, index));
  const origin = { actor: SENDER, trace: traceparentOf() };
  const admissions = await Promise.all(
    receipts.map((receipt) => admitDrop(catalog, sender.drive, receipt, origin)),
  );
  const received = [...admissions.keys()].filter((index) => admissions[index]?.outcome === 'admitted');
  const warnings = admissions.flatMap((admission, index): Warning[] =>
    admission.outcome === 'admitted'
      ? []
      : [{ index, name: receipts[index]?.name ?? '', ...shownRefusal(admission) }],
  );
  return { received, warnings };
}

const shownRefusal = ({ code, message }: { code: ErrorCode; message: string }) => {
  const shown = forSender(new DomainError(code, { message }));
  return { code: shown.code, message: shown.message };
};

function openReceipt(
  { signer, clock }: Catalog,
  { drive, scope }: Sender,
  signed: string,
  index: number,
): UploadReceipt & { drop: Dropped } {
  const { data } = uploadReceipt.safeParse(signer.open(signed));
  const drop = data?.drop;
  if (data?.drive === drive && drop && isOfCaller(drop, scope) && data.expires > clock.now().getTime())
    return { ...data, drop };
  throw new DomainError('upload.bad-receipt', { field: `files.${index}.receipt` });
}
