import {
  DomainError,
  limits,
  type CatalogEvent,
  type ElementId,
  type Receives,
  type ScopeRoots,
  type ShareState,
} from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import type { Decision } from './decision.js';

export interface ShareOptions {
  title?: string | undefined;
  note?: string | undefined;
  expires?: string | null | undefined;
  download?: boolean | undefined;
  downloadLimit?: number | null | undefined;
  receives?: { [Field in keyof Receives]?: Receives[Field] | undefined } | undefined;
}

const unlimited: Receives = {
  maxFileBytes: null,
  maxBytes: null,
  maxFiles: limits.dropFiles,
  kinds: null,
  askName: false,
};

export interface NewShare extends ShareOptions {
  roots: ScopeRoots;
  hash: string;
  hasPassword: boolean;
}

export interface ShareChange extends ShareOptions {
  id: string;
  roots?: ScopeRoots | undefined;
  paused?: boolean | undefined;
  /** undefined: it stays. */
  password?: 'new' | 'none' | undefined;
}

/** Roots that are shown, before and after; those that are gone are absent. */
export type RootRows = ReadonlyMap<ElementId, CatalogRow>;

/** `ended`: tokens of this generation and those before it are good no more; null: all stay. */
export interface ShareAnswer {
  id: string;
  ended: number | null;
  receives?: Receives | undefined;
}

export function createShare(
  { rows, count }: { rows: RootRows; count: number },
  { roots, hash, hasPassword, receives, ...options }: NewShare,
  { now, newId }: { now: Date; newId(): string },
): Decision<ShareAnswer> {
  requireThere(rows, roots);
  if (receives) requireFolder(rows, roots);
  if (count >= limits.maxSharesPerDrive) throw new DomainError('share.too-many');
  const [first] = roots;
  // Senders don't learn the name of the folder.
  const only = roots.length === 1 && first && !receives ? rows.get(first)?.name : undefined;
  const share: ShareState = {
    id: newId(),
    roots: [...roots],
    title: options.title || (only ?? ''),
    note: options.note ?? '',
    expires: options.expires ?? null,
    download: options.download ?? true,
    downloadLimit: options.downloadLimit ?? null,
    paused: false,
    hasPassword,
    generation: 0,
    hash,
    created: now.toISOString(),
    ...(receives && { receives: { ...unlimited, ...given(receives) } }),
  };
  const event = { type: 'catalog.share.created' as const, share, shown: shownAfter(rows, [], roots) };
  return { event, answer: { id: share.id, ended: null } };
}

/** Raises the generation where a visitor would see less, or needs another password. */
export function changeShare(
  { share, rows }: { share: ShareState | null; rows: RootRows },
  { id, password, receives, ...change }: ShareChange,
): Decision<ShareAnswer> {
  if (!share) throw new DomainError('share.not-found', { field: 'id' });
  if (change.roots) requireThere(rows, change.roots);
  if (change.roots && share.receives) requireFolder(rows, change.roots);
  if (receives && !share.receives) throw new DomainError('share.no-folder', { field: 'receives' });
  const next: ShareState = {
    ...share,
    ...(given(change) as Partial<ShareState>),
    ...(password && { hasPassword: password === 'new' }),
    ...(share.receives && receives && { receives: { ...share.receives, ...given(receives) } }),
  };
  const narrows = password === 'new' || showsLess(share, next);
  if (narrows) next.generation += 1;
  if (JSON.stringify(next) === JSON.stringify(share)) return { event: null, answer: { id, ended: null } };
  const shown = shownAfter(rows, share.roots, next.roots);
  const event = { type: 'catalog.share.changed' as const, share: next, shown };
  return { event, answer: { id, ended: narrows ? share.generation : null, receives: share.receives } };
}

export function endShare(
  { share, rows }: { share: ShareState | null; rows: RootRows },
  id: string,
): Decision<ShareAnswer> {
  if (!share) throw new DomainError('share.not-found', { field: 'id' });
  const event = { type: 'catalog.share.ended' as const, id, shown: shownAfter(rows, share.roots, []) };
  return { event, answer: { id, ended: share.generation, receives: share.receives } };
}

function showsLess(before: ShareState, after: ShareState): boolean {
  const roots = new Set(after.roots);
  return (
    (after.paused && !before.paused) ||
    (before.download && !after.download) ||
    before.roots.some((root) => !roots.has(root)) ||
    (after.expires !== null && after.expires < (before.expires ?? '~'))
  );
}

function shownAfter(
  rows: RootRows,
  before: ScopeRoots,
  after: ScopeRoots,
): { id: ElementId; links: number }[] {
  const changed = new Map<ElementId, number>();
  for (const id of new Set(before)) changed.set(id, -1);
  for (const id of new Set(after)) changed.set(id, (changed.get(id) ?? 0) + 1);
  return [...changed].flatMap(([id, by]) => {
    const row = rows.get(id);
    return row && by !== 0 ? [{ id, links: Math.max(0, (row.shared ?? 0) + by) }] : [];
  });
}

function requireThere(rows: RootRows, roots: ScopeRoots): void {
  if (roots.some((id) => id.startsWith('default:')))
    throw new DomainError('default.locked', { field: 'ids' });
  if (roots.some((id) => !rows.has(id))) throw new DomainError('element.not-found', { field: 'ids' });
}

function requireFolder(rows: RootRows, roots: ScopeRoots): void {
  const [only, ...others] = roots.map((id) => rows.get(id)?.class);
  if (only !== 'folder' || others.length > 0) throw new DomainError('share.no-folder', { field: 'ids' });
}

const given = <T extends object>(fields: T): Partial<{ [Field in keyof T]: Exclude<T[Field], undefined> }> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

export type ShareEvent = Extract<CatalogEvent, { type: `catalog.share.${string}` }>;

export const isShareEvent = (event: CatalogEvent): event is ShareEvent =>
  event.type.startsWith('catalog.share.');

/** The state of the link that the event is about, from then on; null when it has ended. */
export function shareAfter(event: CatalogEvent): { id: string; share: ShareState | null } | null {
  switch (event.type) {
    case 'catalog.share.created':
    case 'catalog.share.changed':
      return { id: event.share.id, share: event.share };
    case 'catalog.share.ended':
      return { id: event.id, share: null };
    default:
      return null;
  }
}

export type ShownState = 'open' | 'paused' | 'expired';

export const stateOf = (
  { paused, expires }: Pick<ShareState, 'paused' | 'expires'>,
  now: Date,
): ShownState => {
  if (paused) return 'paused';
  return expires !== null && expires <= now.toISOString() ? 'expired' : 'open';
};

/** The sum of the files that came by a link. */
export interface Received {
  files: number;
  bytes: number;
}

export const nothingReceived: Received = { files: 0, bytes: 0 };

export const receivedAfter = ({ files, bytes }: Received = nothingReceived, size: number): Received => ({
  files: files + 1,
  bytes: bytes + size,
});
