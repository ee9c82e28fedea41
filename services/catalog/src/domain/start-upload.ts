import { DomainError, limits, messages, type ElementId, type Warning } from '@skyshelf/contracts';
import { available, type DecisionContext, type Room } from './decision.js';
import { requireFolder, type TargetFolder } from './target-folder.js';
import type { PlannedUpload } from './planned-upload.js';
import type { Reservation } from './reservation.js';

export interface StartUploadSlice {
  place: Omit<TargetFolder, 'taken'>;
  /** Name keys of the items that are there, among those asked for. */
  names: ReadonlySet<string>;
  /** Running uploads that keep one of these names, or are one of these uploads. */
  reservations: readonly Reservation[];
  room: Room;
}

export interface StartedUploads {
  granted: PlannedUpload[];
  /** Kept for the large ones among them, unless kept before. */
  reservations: Reservation[];
  warnings: Warning[];
}

/** Uploads of more than one request keep their room and name while they run. */
export const isSentInParts = ({ size }: { size: number }): boolean => size > limits.maxSingleRequestBytes;

/**
 * Which of the files may be sent. The refused ones are warnings.
 * @throws DomainError folder.not-found, depth.exceeded
 */
export function decideStartUpload(
  files: readonly PlannedUpload[],
  slice: StartUploadSlice,
  { now }: Pick<DecisionContext, 'now'>,
  keepForMs: number,
): StartedUploads {
  requireFolder(slice.place);
  const started: StartedUploads = { granted: [], reservations: [], warnings: [] };
  const kept = new Map(
    slice.reservations.filter(({ expires }) => expires > now).map((each) => [each.id, each]),
  );
  const names = new Set(slice.names);
  for (const { id, nameKey } of kept.values())
    if (!files.some(({ uploadId }) => uploadId === id)) names.add(nameKey);
  let room = available(slice.room);
  for (const file of files) {
    const again = kept.has(file.uploadId);
    const refusal =
      file.refusal ??
      nameRefusal(file, names) ??
      (again ? null : roomRefusal(file, room, slice.room.count + started.granted.length));
    started.warnings.push(...file.remarks, ...(refusal ? [refusal] : []));
    if (refusal) continue;
    names.add(file.nameKey);
    started.granted.push(file);
    if (again) continue;
    room -= file.size;
    if (isSentInParts(file))
      started.reservations.push(
        reservationFor(file, slice.place.folderId, new Date(now.getTime() + keepForMs)),
      );
  }
  return started;
}

const nameRefusal = ({ index, name, nameKey }: PlannedUpload, names: ReadonlySet<string>): Warning | null =>
  names.has(nameKey) ? { index, name, code: 'name.exists', message: messages.uploadExists(name) } : null;

function roomRefusal({ index, name, size }: PlannedUpload, room: number, count: number): Warning | null {
  if (size > room) return { index, name, code: 'space.exceeded', message: messages.notEnoughSpace(name) };
  if (count >= limits.maxElementsPerDrive)
    return { index, name, code: 'drive.full', message: new DomainError('drive.full').message };
  return null;
}

const reservationFor = (
  { uploadId, nameKey, name, size }: PlannedUpload,
  folderId: ElementId,
  expires: Date,
): Reservation => ({
  id: uploadId,
  folderId,
  nameKey,
  name,
  bytes: size,
  expires,
});
