import type { EventDocument } from './shelf-database.js';

/** An element as the events alone make it. */
export interface ReplayedRow {
  id: string;
  parentId: string;
  class: string;
  name: string;
  nameKey: string;
  kind: string;
  size: number;
  url: string | null;
  blobId: string | null;
  /** The derived files by kind, or `failed`. */
  derived: Record<string, { blobId?: string }>;
  width: number | null;
  height: number | null;
  confirm: boolean | null;
  extension: string | null;
  tags: string[];
  bornVersion: number;
  rev: number;
}

/** The counters of a drive, or an event's change of them. */
export interface Counters {
  used: number;
  count: number;
  byKind: Record<string, number>;
  /** The bytes in the trash; absent in events of older versions. */
  kept?: number;
  keptCount?: number;
}

export interface ReplayedDrive extends Counters {
  rows: Map<string, ReplayedRow>;
  version: number;
  quota: number | null;
}

type Data = Record<string, unknown>;
const none = { used: 0, count: 0, byKind: {}, kept: 0, keptCount: 0 };

/**
 * Plays a drive's events from nothing. Written without a look at the product's own projection: from the
 * events' documentation alone.
 */
export function replay(events: readonly EventDocument[]): ReplayedDrive {
  const drive: ReplayedDrive = { rows: new Map(), version: 0, quota: null, ...none, byKind: {} };
  for (const event of events) {
    drive.version = event.version ?? drive.version;
    step(drive, event.type, event.data, drive.version);
    if (event.data.delta) count(drive, event.data.delta as Counters);
  }
  return drive;
}

function step({ rows, ...drive }: ReplayedDrive, type: string, data: Data, version: number): void {
  const list = (name: string) => (data[name] ?? []) as Data[];
  const change = (id: unknown, fields: Data) => {
    const row = rows.get(id as string);
    if (row) Object.assign(row, fields, { rev: version });
  };
  const drop = () => (data.removed as string[]).forEach((id) => rows.delete(id));
  // Elements say by how many links they are shown.
  if (type.startsWith('catalog.share.')) return list('shown').forEach(({ id }) => change(id, {}));
  switch (type) {
    case 'catalog.folder.created':
      return void insert(rows, { ...data, class: 'folder', kind: 'folder', size: 0 }, version);
    case 'catalog.link.added':
      return void insert(rows, { ...data, class: 'item' }, version);
    case 'catalog.files.uploaded':
      return list('files').forEach((file) => insert(rows, { ...file, class: 'item' }, version));
    case 'catalog.bookmarks.imported':
      list('folders').forEach((each) =>
        insert(rows, { ...each, class: 'folder', kind: 'folder', size: 0 }, version),
      );
      return list('links').forEach((each) => insert(rows, { ...each, class: 'item' }, version));
    case 'catalog.element.edited':
      return change(data.id, pick(data, 'name', 'nameKey', 'extension', 'tags', 'size', 'confirm'));
    case 'catalog.elements.deleted':
      drop();
      list('limbo').forEach(({ id, limboId }) => change(id, { parentId: limboId }));
      // What lies below is found by no word any more.
      return (data.trash as { below: string[] } | undefined)?.below.forEach((id) => change(id, {}));
    case 'catalog.elements.purged':
      drop();
      // The items of the trash that held them hold less now.
      return list('trash').forEach(({ id }) => change(id, {}));
    case 'catalog.trash.counted':
      return list('items').forEach(({ id }) => change(id, {}));
    case 'catalog.elements.described':
      return list('items').forEach((item) =>
        change(item.id, pick(item, 'derived', 'width', 'height', 'confirm')),
      );
    case 'catalog.quota.changed':
      drive.quota = data.quota as number;
  }
}

const pick = (data: Data, ...names: string[]): Data =>
  Object.fromEntries(names.map((name) => [name, data[name]]));

function insert(rows: Map<string, ReplayedRow>, made: Data, version: number): void {
  const blank = {
    url: null,
    blobId: null,
    derived: {},
    width: null,
    height: null,
    confirm: null,
    extension: null,
  };
  const row = { ...blank, ...made, bornVersion: version, rev: version } as unknown as ReplayedRow;
  rows.set(row.id, row);
}

function count(
  drive: ReplayedDrive,
  { used, count: elements, byKind, kept = 0, keptCount = 0 }: Counters,
): void {
  drive.kept = (drive.kept ?? 0) + kept;
  drive.keptCount = (drive.keptCount ?? 0) + keptCount;
  drive.used += used;
  drive.count += elements;
  for (const [kind, bytes] of Object.entries(byKind)) drive.byKind[kind] = (drive.byKind[kind] ?? 0) + bytes;
}

/** These fields of an element have to be the same however it came about. */
export const comparedFields = [
  'parentId',
  'class',
  'name',
  'nameKey',
  'kind',
  'size',
  'url',
  'blobId',
  'derived',
  'width',
  'height',
  'confirm',
  'extension',
  'tags',
  'bornVersion',
  'rev',
] as const;
