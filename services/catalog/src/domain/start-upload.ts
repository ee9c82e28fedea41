import {
  DomainError,
  limits,
  messages,
  type ElementId,
  type Warning,
  type ErrorCode,
  type UploadId,
} from '@skyshelf/contracts';
import {
  extensionOf,
  hasExtension,
  isTooLong,
  mediaType,
  nameKey,
  uploadName,
} from '@skyshelf/contracts/rules';
import type { CatalogRow } from './catalog-row.js';
import type { DecisionContext } from './decision.js';
import { available, type DriveRoom, type Reservation } from './drive-room.js';
import { requireFolder, type TargetFolder } from './target-folder.js';
import { FreeNames, type UploadConflict } from './free-names.js';
import type { Replacing } from './replace-file.js';

export interface StartUploadSlice {
  place: Omit<TargetFolder, 'taken'>;
  /** See `siblingKey`. */
  taken: ReadonlySet<string>;
  kept: readonly Reservation[];
  conflict: UploadConflict;
  /** The files that uploads replace. */
  replaced: ReadonlyMap<UploadId, Replacing>;
  room: DriveRoom;
}

export interface StartedUploads {
  granted: PlannedUpload[];
  /** For the large ones, unless reserved before. */
  reservations: Reservation[];
  warnings: Warning[];
}

/** They reserve room and name while they run. */
export const isSentInParts = ({ size }: { size: number }): boolean => size > limits.maxSingleRequestBytes;

/** Refused files are warnings. */
export function decideStartUpload(
  files: readonly PlannedUpload[],
  slice: StartUploadSlice,
  { now }: Pick<DecisionContext, 'now'>,
  keepForMs: number,
): StartedUploads {
  requireFolder(slice.place);
  const started: StartedUploads = { granted: [], reservations: [], warnings: [] };
  const kept = new Map(slice.kept.map((each) => [each.id, each]));
  const names = namesFor(slice);
  let room = available(slice.room);
  for (const planned of files) {
    const again = kept.get(planned.uploadId);
    const old = slice.replaced.get(planned.uploadId)?.row;
    const name = planned.refusal ? null : (again ?? names.findFor(planned, old));
    const bytes = Math.max(0, planned.size - (old?.size ?? 0));
    const refusal =
      planned.refusal ??
      (name ? null : nameTaken(planned)) ??
      (again
        ? null
        : roomRefusal({ ...planned, size: bytes }, room, slice.room.count + started.granted.length));
    started.warnings.push(...planned.remarks, ...(refusal ? [refusal] : []));
    if (refusal || !name) continue;
    names.giveFor(name, old);
    const file = { ...planned, name: name.name, nameKey: name.nameKey };
    started.granted.push(file);
    if (again) continue;
    room -= bytes;
    if (isSentInParts(file)) {
      // A reservation without bytes would go unseen.
      const reservation = { ...file, size: Math.max(1, bytes) };
      const expires = new Date(now.getTime() + keepForMs);
      started.reservations.push(reservationFor(reservation, slice.place.folderId, expires));
    }
  }
  return started;
}

/** Finds a name for a new file, or that of the file which it replaces. */
export class UploadNames extends FreeNames {
  private readonly replaced = new Set<ElementId>();

  findFor(
    { replaces, ...sent }: { name: string; replaces?: ElementId | undefined },
    old: Pick<CatalogRow, 'id' | 'name' | 'nameKey'> | undefined,
  ): { name: string; nameKey: string } | null {
    if (!old) return replaces === undefined ? this.find(asItem(sent)) : null;
    // Twice in one request: the first would be lost.
    return this.replaced.has(old.id) ? null : old;
  }

  giveFor({ nameKey }: { nameKey: string }, old: Pick<CatalogRow, 'id'> | undefined): void {
    if (old) this.replaced.add(old.id);
    this.give({ class: 'item', nameKey });
  }
}

export const namesFor = ({ taken, conflict }: Pick<StartUploadSlice, 'taken' | 'conflict'>): UploadNames =>
  new UploadNames(taken, conflict === 'replace' ? 'skip' : conflict);

export const asItem = ({ name }: { name: string }) => ({
  class: 'item' as const,
  name,
  extension: extensionOf(name),
});

const nameTaken = ({ index, name, replaces }: PlannedUpload): Warning =>
  replaces === undefined
    ? { index, name, code: 'name.exists', message: messages.uploadExists(name) }
    : {
        index,
        name,
        code: 'element.not-found',
        message: new DomainError('element.not-found').message,
      };

function roomRefusal({ index, name, size }: PlannedUpload, room: number, count: number): Warning | null {
  if (size > room) return { index, name, code: 'space.exceeded', message: messages.notEnoughSpace(name) };
  if (count >= limits.maxElementsPerDrive)
    return { index, name, code: 'drive.full', message: new DomainError('drive.full').message };
  return null;
}

const reservationFor = (
  { uploadId, nameKey, name, size, upTo }: PlannedUpload,
  folderId: ElementId,
  expires: Date,
): Reservation => ({
  id: uploadId,
  folderId,
  nameKey,
  name,
  bytes: size,
  ...(upTo && { upTo }),
  expires,
});

export interface RequestedFile {
  name: string;
  size: number;
  type: string;
  source: string;
  modified?: number | undefined;
  /** The file whose content it replaces. */
  replaces?: ElementId | undefined;
}

export interface PlannedUpload {
  index: number;
  uploadId: UploadId;
  name: string;
  nameKey: string;
  /** The size is a maximum if `upTo` is set. */
  size: number;
  upTo?: boolean;
  contentType: string;
  source: string;
  modified: number | undefined;
  replaces?: ElementId | undefined;
  /** For the user, whatever becomes of the upload. */
  remarks: Warning[];
  refusal: Warning | null;
}

interface UploadRules {
  /** Format: lower case, without the dot. */
  refusedExtensions: ReadonlySet<string>;
  /** Replaces a name that has only unsafe characters. */
  newStem(): string;
}

export function planUpload(
  file: RequestedFile,
  place: { index: number; uploadId: UploadId },
  rules: UploadRules,
): PlannedUpload {
  const { name, renamed } = uploadName(file.name, rules.newStem);
  const { index } = place;
  const remarks = renamed
    ? [{ index, name, code: 'name.renamed', message: messages.renamedUnsafe(file.name, name) }]
    : [];
  const contentType = mediaType(file.type, extensionOf(name));
  const planned = {
    ...place,
    name,
    nameKey: nameKey(name),
    size: file.size,
    contentType,
    source: file.source,
    modified: file.modified,
    ...(file.replaces !== undefined && { replaces: file.replaces }),
    remarks,
  };
  return { ...planned, refusal: refusalOf(planned, rules) };
}

function refusalOf(
  { index, name, size }: { index: number; name: string; size: number },
  rules: UploadRules,
): Warning | null {
  const refuse = (code: ErrorCode): Warning => ({
    index,
    name,
    code,
    message: new DomainError(code).message,
  });
  if (hasExtension(name, rules.refusedExtensions)) return refuse('type.not-allowed');
  if (isTooLong(name)) return refuse('name.too-long');
  if (size > limits.maxUploadBytes) return refuse('file.too-large');
  return null;
}
