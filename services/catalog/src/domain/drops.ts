import {
  DomainError,
  limits,
  type ErrorCode,
  type Receives,
  type receivedKinds,
  type Warning,
} from '@skyshelf/contracts';
import { elementName, extensionOf, shownKindOf, sizeParts, type ShownKind } from '@skyshelf/contracts/rules';
import { freeNow, type DriveRoom, type Reservation } from './drive-room.js';
import type { PlannedUpload } from './start-upload.js';
import type { Received } from './shares.js';

export interface StartDropSlice {
  receives: Receives;
  received: Received;
  /** All that is coming by the link. */
  coming: readonly Reservation[];
  room: DriveRoom;
}

export interface StartedDrops {
  granted: PlannedUpload[];
  reservations: Reservation[];
  warnings: Warning[];
}

/**
 * Files that came and files that are coming count. Nothing leaves the trash for them: else a size that a sender only
 * names would destroy what the owner can still restore.
 */
export function decideStartDrop(
  files: readonly PlannedUpload[],
  { receives, received, coming, room }: StartDropSlice,
  reserved: Pick<Reservation, 'link' | 'visitor' | 'expires'>,
): StartedDrops {
  const started: StartedDrops = { granted: [], reservations: [], warnings: [] };
  const known = new Set<string>(coming.map(({ id }) => id));
  let count = received.files + coming.length;
  let sum = coming.reduce((bytes, each) => bytes + (each.size ?? each.bytes), received.bytes);
  let free = freeNow(room);
  let elements = room.count + room.keptCount;
  for (const file of files) {
    const isKnown = known.has(file.uploadId);
    // A reservation without bytes would go unseen.
    const bytes = Math.max(1, file.size);
    const refusal =
      file.refusal ??
      limitRefusal(file, receives) ??
      (isKnown ? null : sumRefusal(file, receives, { count, sum, free: free - bytes, elements }));
    started.warnings.push(...file.remarks, ...(refusal ? [refusal] : []));
    if (refusal) continue;
    started.granted.push(file);
    if (isKnown) continue;
    count += 1;
    sum += file.size;
    free -= bytes;
    elements += 1;
    started.reservations.push({ ...reserved, ...nameless, id: file.uploadId, bytes, size: file.size });
  }
  return started;
}

/** It takes no name: that would show to others which names there are. */
const nameless = { folderId: '' as Reservation['folderId'], nameKey: '', name: '' };

const refusing = ({ index, name }: PlannedUpload, code: ErrorCode, message?: string): Warning => ({
  index,
  name,
  code,
  message: message ?? new DomainError(code).message,
});

const sizeOf = (bytes: number): string => sizeParts(bytes).join(' ');

function limitRefusal(file: PlannedUpload, receives: Receives): Warning | null {
  const { maxFileBytes } = receives;
  const kinds = kindRefusal(receives, file.contentType, file.name);
  if (kinds !== null) return refusing(file, 'drop.limit', kinds);
  if (maxFileBytes !== null && file.size > maxFileBytes)
    return refusing(file, 'drop.limit', `This link takes files of at most ${sizeOf(maxFileBytes)}.`);
  return null;
}

interface Sums {
  count: number;
  sum: number;
  free: number;
  elements: number;
}

function sumRefusal(
  file: PlannedUpload,
  { maxBytes, maxFiles }: Receives,
  { count, sum, free, elements }: Sums,
): Warning | null {
  if (count >= maxFiles) return refusing(file, 'drop.limit', `This link takes ${maxFiles} files in all.`);
  const isFull = maxBytes !== null && sum + file.size > maxBytes;
  if (isFull || free < 0 || elements >= limits.maxElementsPerDrive) return refusing(file, 'drop.full');
  return null;
}

type ReceivedKind = (typeof receivedKinds)[number];

const kindOf: Partial<Record<ShownKind, ReceivedKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  archive: 'archive',
  pdf: 'document',
  word: 'document',
  excel: 'document',
  powerpoint: 'document',
  text: 'document',
};

const inWords: Record<ReceivedKind, string> = {
  image: 'images',
  video: 'videos',
  audio: 'music',
  document: 'documents',
  archive: 'archives',
};

/** null for a kind that is taken. */
export function kindRefusal({ kinds }: Receives, contentType: string, name: string): string | null {
  const kind = kindOf[shownKindOf({ kind: contentType, extension: extensionOf(name) })];
  if (kinds === null || (kind && kinds.includes(kind))) return null;
  return `This link takes ${kinds.map((each) => inWords[each]).join(', ')} only.`;
}

/** The names of folders as they are made; where nothing is left of one, it is called so. */
const NAMELESS_FOLDER = 'Folder';

export const folderNames = (path: readonly string[]): string[] =>
  path.map((typed) => {
    const short = [...typed].slice(0, limits.maxNameCharacters).join('');
    return elementName(short).value ?? NAMELESS_FOLDER;
  });
