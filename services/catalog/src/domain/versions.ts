import {
  type BlobId,
  type CatalogEvent,
  type CounterDelta,
  type ElementId,
  type FileContent,
  type ReplacedFile,
} from '@skyshelf/contracts';
import {
  blankRow,
  derivedFields,
  fileRow,
  type Birth,
  type CatalogRow,
  type RowChange,
} from './catalog-row.js';

type EventOf<T extends CatalogEvent['type']> = Extract<CatalogEvent, { type: T }>;

/**
 * The parent of all earlier contents of files. No walk from there arrives at the root, and their ids have a character
 * that no call accepts: they are no elements. Their names sort by time, those with a label last.
 */
export const VERSIONS = 'versions' as ElementId;

export type VersionRow = CatalogRow & { versionOf: ElementId; blobId: BlobId };

export const isVersion = (row: CatalogRow): row is VersionRow =>
  row.parentId === VERSIONS && row.versionOf !== undefined && row.blobId !== null;

/** Earlier contents of one file share the beginning. */
export const versionPrefix = (element: ElementId): ElementId => `${element}.` as ElementId;

export const versionId = (element: ElementId, blobId: BlobId): ElementId =>
  `${versionPrefix(element)}${blobId}` as ElementId;

const LABELLED = '~';

/** Copies of one file, made by one command, have the same bytes and the same date: the element's id differs. */
export const versionKey = (
  of: ElementId,
  { since, blobId, label }: Pick<FileContent, 'since' | 'blobId' | 'label'>,
): string => `${label === null ? '' : LABELLED}${since} ${versionId(of, blobId)}`;

export const isLabelled = ({ nameKey }: Pick<CatalogRow, 'nameKey'>): boolean => nameKey.startsWith(LABELLED);

/** A file whose content can be replaced. */
export type FileRow = CatalogRow & { blobId: BlobId };

export const isFile = (row: CatalogRow | undefined): row is FileRow =>
  row !== undefined && row.class === 'item' && row.blobId !== null && !isVersion(row);

export const contentOf = (row: FileRow): FileContent => ({
  blobId: row.blobId,
  kind: row.kind,
  extension: row.extension,
  source: row.source,
  size: row.size,
  width: row.width,
  height: row.height,
  modified: row.modified ?? null,
  derived: row.derived,
  confirm: row.confirm,
  since: row.since ?? row.born,
  label: row.label ?? null,
  ...(typeof row.device === 'string' && { device: row.device }),
});

/** Later than that of the content before, so that the dates of a history are also its order. */
export const sinceAfter = (row: FileRow, now: Date): string => {
  const before = Date.parse(row.since ?? row.born);
  return new Date(Math.max(now.getTime(), before + 1)).toISOString();
};

export const contentFields = ({ derived, modified, since, ...content }: FileContent) => ({
  ...content,
  ...derivedFields(derived),
  ...(modified !== null && { modified }),
  since,
});

function versionRow(of: ElementId, content: FileContent, { version }: Birth): CatalogRow {
  return {
    ...blankRow,
    ...contentFields(content),
    id: versionId(of, content.blobId),
    parentId: VERSIONS,
    versionOf: of,
    class: 'item',
    name: content.label ?? '',
    nameKey: versionKey(of, content),
    tags: [],
    words: [],
    born: content.since,
    bornVersion: version,
    rev: version,
  };
}

/** The date of the file itself follows, since it is shown as that of its last change. */
export function replacedFields(content: FileContent, versions: number): Partial<CatalogRow> {
  return { ...contentFields(content), modified: content.modified ?? content.since, versions };
}

const replacementChanges = (
  { replaced, uploaded }: EventOf<'catalog.file.replaced'>,
  birth: Birth,
): RowChange[] => [
  ...replaced.flatMap((each) => contentChanges(each, birth)),
  ...uploaded.map((file): RowChange => ({ op: 'insert', row: fileRow(file, birth) })),
];

const contentChanges = (
  { id, uploadId, content, before, kept, dropped, versions }: ReplacedFile,
  birth: Birth,
): RowChange[] => [
  {
    op: 'update',
    id,
    set: {
      ...replacedFields(content, versions),
      ...deviceChange(uploadId === null ? content.device : birth.device, before.device),
      rev: birth.version,
    },
  },
  ...(uploadId === null ? [removalOf(id, content.blobId)] : []),
  ...dropped.map((blobId) => removalOf(id, blobId)),
  ...(kept ? [{ op: 'insert' as const, row: versionRow(id, before, birth) }] : []),
];

/** It is absent where nothing changes: so are rows of events that name no device. */
const deviceChange = (device: string | undefined, before: string | undefined): Pick<CatalogRow, 'device'> =>
  device === before ? {} : { device: device ?? null };

const removalOf = (element: ElementId, blobId: BlobId): RowChange => ({
  op: 'remove',
  id: versionId(element, blobId),
});

export const versionRemovals = (
  gone: readonly { elementId: ElementId; blobId: BlobId }[] | undefined,
): RowChange[] => (gone ?? []).map(({ elementId, blobId }) => removalOf(elementId, blobId));

const dropChanges = ({ blobIds, left }: EventOf<'catalog.versions.dropped'>, rev: number): RowChange[] => [
  ...versionRemovals(blobIds),
  ...left.map(({ id, versions }): RowChange => ({ op: 'update', id, set: { versions, rev } })),
];

function namingChanges(event: EventOf<'catalog.version.named'>, rev: number): RowChange[] {
  const { id, blobId, label, current } = event;
  if (current) return [{ op: 'update', id, set: { label, rev } }];
  const set = { label, name: label ?? '', nameKey: versionKey(id, event), rev };
  return [{ op: 'update', id: versionId(id, blobId), set }];
}

const versionDescriptions = ({ items }: EventOf<'catalog.versions.described'>, rev: number): RowChange[] =>
  items.map(({ elementId, blobId, derived, ...set }) => ({
    op: 'update',
    id: versionId(elementId, blobId),
    set: { ...set, ...derivedFields(derived), rev },
  }));

type VersionEvent = EventOf<
  | 'catalog.file.replaced'
  | 'catalog.versions.dropped'
  | 'catalog.version.named'
  | 'catalog.versions.described'
>;

export function versionChanges(event: VersionEvent, birth: Birth): RowChange[] {
  switch (event.type) {
    case 'catalog.file.replaced':
      return replacementChanges(event, birth);
    case 'catalog.versions.dropped':
      return dropChanges(event, birth.version);
    case 'catalog.version.named':
      return namingChanges(event, birth.version);
    case 'catalog.versions.described':
      return versionDescriptions(event, birth.version);
  }
}

export const namedByVersions = (rows: readonly VersionRow[]): { elementId: ElementId; blobId: BlobId }[] =>
  rows.map(({ versionOf, blobId }) => ({ elementId: versionOf, blobId }));

/** Answers the change of the drive's counters when versions go, or with `sign` 1 when they come. */
export function historyDelta(versions: readonly { size: number }[], sign: 1 | -1 = -1): CounterDelta {
  const bytes = versions.reduce((sum, { size }) => sum + size, 0);
  const count = versions.length;
  // 0 + avoids -0.
  const kept = 0 + sign * bytes;
  const keptCount = 0 + sign * count;
  return { used: 0, count: 0, byKind: {}, kept, keptCount, history: kept };
}

/** Each element with the number of versions that it has left. */
export function versionsLeft(
  gone: readonly VersionRow[],
  elements: ReadonlyMap<ElementId, CatalogRow>,
): { id: ElementId; versions: number }[] {
  return [...Map.groupBy(gone, ({ versionOf }) => versionOf)].flatMap(([id, ofElement]) => {
    const row = elements.get(id);
    return row ? [{ id, versions: Math.max(0, (row.versions ?? 0) - ofElement.length) }] : [];
  });
}
