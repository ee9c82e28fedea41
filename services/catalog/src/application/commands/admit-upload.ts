import {
  DomainError,
  isOfCaller,
  type DriveId,
  type OpId,
  uploadReceipt,
  type UploadReceipt,
  type ElementView,
  type Warning,
} from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { CommandOrigin } from '@skyshelf/event-store';
import { traceparentOf } from '@skyshelf/telemetry';
import {
  decideAdmitUpload,
  type Admission,
  type AdmissionSlice,
  type FinishedBytes,
} from '../../domain/admit-upload.js';
import { FreeNames } from '../../domain/free-names.js';
import type { Replacing } from '../../domain/replace-file.js';
import { OutOfRoom, type Reservation } from '../../domain/drive-room.js';
import { asItem } from '../../domain/start-upload.js';
import { reserve, type Catalog, type CatalogCommand, type Account } from '../catalog.js';
import { isOutOfSpace, withHeldRoom } from '../run-for.js';
import {
  type Folder,
  type Reader,
  readFolder,
  readTargetFolder,
  searchForName,
} from '../slices/read-folder.js';
import { readReplaced } from '../slices/read-replaced.js';
import { readStartUpload } from '../slices/read-taken-names.js';
import { readThinning, thinLater, unplanned, type Thinning } from '../trash/thin-versions.js';
import { elementView } from '../element-view.js';

/** Once: the client's call and storage's event may race, but both carry the upload's opId. */
export function admitUpload(
  catalog: Catalog,
  drive: DriveId,
  bytes: FinishedBytes,
  origin: CommandOrigin,
): Promise<Admission> {
  const command = (isLast: boolean): CatalogCommand<Slice, Admission> => ({
    name: 'admit-upload',
    payload: { uploadId: bytes.uploadId, blobId: bytes.blobId },
    foresees: searchForName(bytes.folderId, { class: 'item', nameKey: nameKey(bytes.name) }),
    read: (reader) => readAdmission(reader, bytes, catalog.clock.now()),
    decide: (slice, context) => {
      const decision = decideAdmitUpload(bytes, slice, context, { isLast });
      if (!isLast) requireRoom([decision.answer], [{ size: bytes.size - (slice.replaced?.row.size ?? 0) }]);
      return decision;
    },
    alongside: async (side, { event, slice: { reservation, thinning } }) => {
      if (event?.type === 'catalog.file.replaced') await thinLater(side, thinning, catalog.clock.now());
      if (!reservation) return;
      await side.remove('reservations', reservation.id);
      await reserve(side, -reservation.bytes);
    },
  });
  return withHeldRoom(catalog, drive, (isLast) =>
    catalog.store.withDrive(drive, admissionOf(bytes), command(isLast), origin),
  );
}

type Slice = AdmissionSlice & { thinning: Thinning };

/** Read without the drive's fence. */
export async function isAdmitted(catalog: Catalog, drive: DriveId, bytes: FinishedBytes): Promise<boolean> {
  const events = await catalog.store.eventsOf(drive, [admissionOf(bytes)]);
  return events.some(
    ({ data }) =>
      (data.type === 'catalog.files.uploaded' && data.files.some(({ blobId }) => blobId === bytes.blobId)) ||
      (data.type === 'catalog.file.replaced' &&
        data.replaced.some(({ content: { blobId } }) => blobId === bytes.blobId)),
  );
}

export const admissionOf = ({ uploadId }: Pick<FinishedBytes, 'uploadId'>): OpId =>
  `upload:${uploadId}` as OpId;

/** Throws before the refusal is stored: the caller may be able to make room. */
export function requireRoom(
  admissions: readonly Admission[],
  coming: readonly Pick<FinishedBytes, 'size'>[],
): void {
  const refused = admissions.find((each) => each.outcome === 'refused' && isOutOfSpace(each));
  if (refused?.outcome !== 'refused') return;
  const bytes = coming.reduce((sum, { size }) => sum + size, 0);
  throw new OutOfRoom(refused.code === 'drive.full' ? 'drive.full' : 'space.exceeded', {
    bytes,
    count: coming.length,
  });
}

async function readAdmission(reader: Reader, bytes: FinishedBytes, now: Date): Promise<Slice> {
  const room = reader.state();
  const reservation =
    room.reserved === 0 ? null : await reader.side<Reservation>('reservations').get(bytes.uploadId);
  const replaced = await readReplacedBy(reader, bytes);
  if (replaced) {
    const address = { url: '/', folderId: replaced.row.parentId };
    const place = { ...(await readFolder(reader, address)), taken: false };
    return { place, reservation, room, replaced, thinning: await readThinning(reader) };
  }
  // A file whose bytes these should have replaced is gone: another one of that name keeps its own.
  const isNumbered = bytes.conflict === 'number' || bytes.replaces !== undefined;
  // The reserved name may have a number already.
  const kept = bytes.conflict === 'number' && reservation ? reservation : null;
  const wanted = {
    class: 'item' as const,
    nameKey: kept?.nameKey ?? nameKey(bytes.name),
    now,
    exceptUpload: bytes.uploadId,
  };
  const place = await readTargetFolder(reader, { url: '/', folderId: bytes.folderId }, wanted);
  const news = { replaced: null, thinning: unplanned };
  const slice = { place, reservation, room, ...news, ...(kept && { numbered: kept.name }) };
  if (!place.taken || !isNumbered) return slice;
  const numbered = await readNumber(reader, place, bytes, now);
  return { ...slice, place: { ...place, taken: numbered === undefined }, numbered };
}

async function readReplacedBy(reader: Reader, bytes: FinishedBytes): Promise<Replacing | null> {
  if (!bytes.replace && bytes.replaces === undefined) return null;
  const folder = await readFolder(reader, { url: '/', folderId: bytes.folderId });
  if (!folder.chain && bytes.replaces === undefined) return null;
  const sent = [{ ...bytes, nameKey: nameKey(bytes.name) }];
  return (await readReplaced(reader, folder, sent, 'replace')).get(bytes.uploadId) ?? null;
}

async function readNumber(
  reader: Reader,
  place: Folder,
  bytes: FinishedBytes,
  now: Date,
): Promise<string | undefined> {
  const files = [{ ...bytes, nameKey: nameKey(bytes.name) }];
  const { taken } = await readStartUpload(reader, place, { files, conflict: 'number', now });
  return new FreeNames(taken, 'number').take(asItem(bytes))?.name;
}

export async function admitReceipts(
  catalog: Catalog,
  account: Account,
  signed: readonly string[],
): Promise<AdmittedFiles> {
  const receipts = signed.map((receipt, index) => openReceipt(catalog, account, receipt, index));
  const origin = { actor: account.sub, device: account.device, trace: traceparentOf() };
  const now = catalog.clock.now().getTime();
  const admissions = await Promise.all(
    receipts.map(async (receipt, index) => ({
      index,
      operation: admissionOf(receipt),
      admission:
        receipt.expires < now ? expired(receipt) : await admitUpload(catalog, account.drive, receipt, origin),
    })),
  );
  return shownAdmissions(admissions, account.sub);
}

const expired = ({ name }: UploadReceipt): Admission => {
  const { code, message } = new DomainError('upload.bad-receipt');
  return { outcome: 'refused', name, code, message };
};

function openReceipt(catalog: Catalog, account: Account, signed: string, index: number): UploadReceipt {
  const opened = uploadReceipt.safeParse(catalog.signer.open(signed));
  if (opened.success && opened.data.drive === account.drive && isOfCaller(opened.data.drop, account.scope))
    return opened.data;
  throw new DomainError('upload.bad-receipt', { field: `files.${index}.receipt` });
}

export interface AdmittedFiles {
  ops: ElementView[];
  insertedIds: Record<string, string>;
  warnings: Warning[];
  /** The operation ids match `ops` by position. */
  operations: OpId[];
}

/** `ops` in the order sent, `insertedIds` by index. */
export function shownAdmissions(
  admissions: readonly { index: number; operation: OpId; admission: Admission }[],
  sub: string,
): AdmittedFiles {
  const shown: AdmittedFiles = { ops: [], insertedIds: {}, warnings: [], operations: [] };
  for (const { index, operation, admission } of admissions) {
    if (admission.outcome === 'admitted') {
      shown.ops.push(elementView(admission.row, admission.path, sub));
      shown.operations.push(operation);
      shown.insertedIds[index] = admission.row.id;
    } else {
      const { name, code, message } = admission;
      shown.warnings.push({ index, name, code, message });
    }
  }
  return shown;
}
