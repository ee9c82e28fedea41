import { limits, type CatalogEvent, type FileContent, type ReplacedFile } from '@skyshelf/contracts';
import type { UploadedFile, UploadId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { differenceOf, growth, type Decision } from './decision.js';
import { hasRoomFor, OutOfRoom, type DriveRoom, type Growth } from './drive-room.js';
import { thinnedOut } from './thin-versions.js';
import { addedDeltas } from './trash.js';
import {
  contentOf,
  historyDelta,
  isLabelled,
  replacedFields,
  sinceAfter,
  type FileRow,
  type VersionRow,
} from './versions.js';

export interface Replacing {
  row: FileRow;
  /** It is the path of its folder. */
  path: string;
  /** The versions of a file that has as many as it can; empty for others. */
  versions: readonly VersionRow[];
}

type Replaced = Extract<CatalogEvent, { type: 'catalog.file.replaced' }>;

export interface Replacement {
  target: Replacing;
  content: FileContent;
  uploadId: UploadId;
}

/**
 * Keeps the contents before as versions if there is room for them.
 * @param keeps whether they may be kept
 */
export function replacedEvent(
  replacements: readonly Replacement[],
  uploaded: readonly UploadedFile[],
  { keeps, now }: { keeps: boolean; now: Date },
): Replaced {
  const all = replacements.map((each) => replace(each, keeps, now));
  const files = replacements.map(({ content }) => content);
  const before = replacements.map(({ target }) => target.row);
  return {
    type: 'catalog.file.replaced',
    replaced: all.map(({ replaced }) => replaced),
    uploaded: [...uploaded],
    released: all.flatMap(({ released }) => released),
    delta: addedDeltas([
      differenceOf(files, before),
      growth(uploaded),
      historyDelta(
        all.flatMap(({ replaced }) => (replaced.kept ? [replaced.before] : [])),
        1,
      ),
      historyDelta(all.flatMap(({ gone }) => gone)),
    ]),
  };
}

function replace({ target: { row, versions }, content, uploadId }: Replacement, keeps: boolean, now: Date) {
  const before = contentOf(row);
  // There is nothing to go back to in an empty file.
  const kept = keeps && before.size > 0;
  const gone = kept ? beyondLimit(versions, now) : [];
  const replaced: ReplacedFile = {
    id: row.id,
    uploadId,
    content,
    before,
    kept,
    dropped: gone.map(({ blobId }) => blobId),
    versions: (row.versions ?? 0) - gone.length + (kept ? 1 : 0),
  };
  const leaving = [...gone.map(({ blobId }) => blobId), ...(kept ? [] : [before.blobId])];
  return { replaced, gone, released: leaving.map((blobId) => ({ elementId: row.id, blobId })) };
}

export const isAtLimit = ({ versions = 0 }: Pick<CatalogRow, 'versions'>): boolean =>
  versions >= limits.maxVersions;

const beyondLimit = (versions: readonly VersionRow[], now: Date): VersionRow[] =>
  thinnedOut(
    versions.map((row) => ({ row, since: row.born, isNamed: isLabelled(row) })),
    now,
    limits.maxVersions - 1,
  ).map(({ row }) => row);

/** Answers how much the command adds to the drive beyond what was reserved for it. */
export function growthOf({ delta }: Pick<Replaced, 'delta'>, reserved: number): Growth {
  const { used, count, kept = 0, keptCount = 0 } = delta;
  return { bytes: used + kept - reserved, count: count + keptCount };
}

/**
 * @param isLast whether nothing more can give way: then the contents before are not kept
 * @throws OutOfRoom for a drive that has to make room first
 */
export function decideReplace(
  replacements: readonly Replacement[],
  uploaded: readonly UploadedFile[],
  { room, reserved, isLast, now }: { room: DriveRoom; reserved: number; isLast: boolean; now: Date },
): Replaced {
  const event = replacedEvent(replacements, uploaded, { keeps: true, now });
  const wanted = growthOf(event, reserved);
  if (hasRoomFor(room, wanted)) return event;
  if (!isLast) throw new OutOfRoom('space.exceeded', wanted);
  return replacedEvent(replacements, uploaded, { keeps: false, now });
}

/** The row of a file as the event leaves it. */
export const rowAfter = (row: CatalogRow, { content, versions }: ReplacedFile): CatalogRow => ({
  ...row,
  ...replacedFields(content, versions),
});

export interface RestoreVersionSlice {
  row: FileRow;
  version: VersionRow;
}

/** They change places, so it needs no room. */
export function decideRestoreVersion(
  { row, version }: RestoreVersionSlice,
  now: Date,
): Decision<null> & { event: Replaced } {
  const before = contentOf(row);
  const kept = before.size > 0;
  const content = { ...contentOf(version), since: sinceAfter(row, now) };
  const replaced: ReplacedFile = {
    id: row.id,
    uploadId: null,
    content,
    before,
    kept,
    dropped: [],
    versions: Math.max(0, (row.versions ?? 0) - (kept ? 0 : 1)),
  };
  const event: Replaced = {
    type: 'catalog.file.replaced',
    replaced: [replaced],
    uploaded: [],
    released: kept ? [] : [{ elementId: row.id, blobId: before.blobId }],
    delta: addedDeltas([
      differenceOf([content], [before]),
      historyDelta([version]),
      historyDelta(kept ? [before] : [], 1),
    ]),
  };
  return { event, answer: null };
}
