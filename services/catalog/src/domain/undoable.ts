import {
  type BlobId,
  DomainError,
  limits,
  ROOT_ID,
  type CatalogEvent,
  type ElementId,
} from '@skyshelf/contracts';
import { sameTags } from '@skyshelf/contracts/rules';
import type { CatalogRow } from './catalog-row.js';

type EventOf<T extends CatalogEvent['type']> = Extract<CatalogEvent, { type: T }>;

export type ElementState = Pick<CatalogRow, 'id' | 'parentId' | 'name' | 'tags'>;

/** `left`: the elements as the operation left them, which they must still be. */
export type Inverse =
  /** Removes what it made, and nothing else. */
  | { kind: 'remove'; left: readonly ElementState[] }
  | { kind: 'edit'; left: ElementState; event: EventOf<'catalog.element.edited'> }
  /** Back to their common folder, under their former names. */
  | { kind: 'move'; to: ElementId; left: readonly ElementState[]; names: ReadonlyMap<string, string> }
  | { kind: 'tag'; left: readonly ElementState[]; tags: ReadonlyMap<string, string[]> }
  | { kind: 'restore'; process: string }
  | { kind: 'delete'; left: readonly ElementState[] }
  /** The content before of a file, while the present one is still that which replaced it. */
  | { kind: 'restore-version'; id: ElementId; expects: BlobId; version: BlobId }
  | { kind: 'rewind'; process: string; to: number }
  | { kind: 'cancel-copy'; process: string; placed: readonly ElementId[] };

/** Later derived files don't matter. */
export function requireUnchanged(left: readonly ElementState[], rows: readonly ElementState[]): void {
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const expected of left) {
    const row = found.get(expected.id);
    const same =
      row?.name === expected.name && row.parentId === expected.parentId && sameTags(row.tags, expected.tags);
    if (!same) throw new DomainError('undo.changed', { field: 'operation' });
  }
}

/**
 * Latest first; `events` in the order in which they happened.
 * @throws DomainError operation.not-found for what can't be undone; process.not-found for what was deleted at
 * once
 */
export function inversesOf(events: readonly CatalogEvent[]): Inverse[] {
  const inverses: Inverse[] = [];
  for (const inverse of events.toReversed().flatMap(inverseOf)) {
    const last = inverses.at(-1);
    if (inverse.kind === 'remove' && last?.kind === 'remove')
      inverses.splice(-1, 1, { kind: 'remove', left: [...inverse.left, ...last.left] });
    else inverses.push(inverse);
  }
  return inverses;
}

function inverseOf(event: CatalogEvent): Inverse[] {
  switch (event.type) {
    case 'catalog.folder.created':
    case 'catalog.link.added':
      return [{ kind: 'remove', left: [event] }];
    case 'catalog.files.uploaded':
      return [{ kind: 'remove', left: event.files }];
    case 'catalog.playlist.added':
      return [{ kind: 'remove', left: [event.folder, ...event.links] }];
    case 'catalog.elements.copied':
      return [copyInverse(event)];
    case 'catalog.element.edited': {
      const { id, name, tags, before = gone() } = event;
      return [{ kind: 'edit', left: { id, name, tags, parentId: before.parentId }, event }];
    }
    case 'catalog.elements.moved':
      return moveInverses(event);
    case 'catalog.elements.tagged':
      return [tagInverse(event)];
    case 'catalog.elements.deleted': {
      if (event.process === null) throw new DomainError('process.not-found', { field: 'operation' });
      return [{ kind: 'restore', process: event.process }];
    }
    case 'catalog.deletion.cancelled':
      return [{ kind: 'delete', left: event.restored }];
    case 'catalog.file.replaced':
      return replacementInverses(event);
    case 'catalog.rewind.started':
      return [{ kind: 'rewind', process: event.process, to: event.from }];
    default:
      return gone();
  }
}

function replacementInverses({ replaced, uploaded }: EventOf<'catalog.file.replaced'>): Inverse[] {
  const back = replaced.map(({ id, content, before, kept }): Inverse => {
    if (!kept) return gone();
    return { kind: 'restore-version', id, expects: content.blobId, version: before.blobId };
  });
  return uploaded.length === 0 ? back : [{ kind: 'remove', left: uploaded }, ...back];
}

const gone = (): never => {
  throw new DomainError('operation.not-found', { field: 'operation' });
};

function copyInverse({ elements, progress }: EventOf<'catalog.elements.copied'>): Inverse {
  if (progress === null) return { kind: 'remove', left: elements };
  return { kind: 'cancel-copy', process: progress.process, placed: progress.placeholders };
}

function moveInverses({ moved, to }: EventOf<'catalog.elements.moved'>): Inverse[] {
  return [...Map.groupBy(moved, ({ from }) => from)].map(([home, items]) => ({
    kind: 'move',
    to: home,
    left: items.map(({ id, renamed, before = gone() }) => {
      const { name, tags } = renamed ?? before;
      return { id, parentId: to, name, tags };
    }),
    names: new Map(items.flatMap(({ id, before }) => (before ? [[id, before.name]] : []))),
  }));
}

function tagInverse({ items, process }: EventOf<'catalog.elements.tagged'>): Inverse {
  if (process !== null) return gone();
  return {
    kind: 'tag',
    left: items.map(({ id, name, tags, before = gone() }) => ({ id, name, tags, parentId: before.parentId })),
    tags: new Map(items.map(({ id, before = gone() }) => [id, before.tags])),
  };
}

export function topmost(left: readonly ElementState[]): ElementId[] {
  const made = new Set(left.map(({ id }) => id));
  return left.filter(({ parentId }) => parentId === ROOT_ID || !made.has(parentId)).map(({ id }) => id);
}

/** Leaves out undo's data if it would exceed the size of an event. */
export function undoableIfItFits<I extends { before?: unknown }>(items: readonly I[]): I[] {
  if (JSON.stringify(items).length <= limits.maxEventBytes) return [...items];
  return items.map(({ before: _, ...item }) => item as I);
}
