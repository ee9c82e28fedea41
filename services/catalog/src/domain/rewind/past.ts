import { limboId, type CatalogEvent, type ElementClass, type ElementId } from '@skyshelf/contracts';
import type { FileContent } from '@skyshelf/contracts';
import { isShareEvent } from '../shares.js';

/** An element as it was at a moment, where later events changed that. */
export interface FormerState {
  parentId?: ElementId;
  name?: string;
  tags?: string[];
  content?: FileContent;
  /** It was deleted forever since. */
  class?: ElementClass;
  /** An event of an earlier version does not say all of it. */
  isUnknown?: true;
}

/**
 * A moment as later events tell it. Of each field the first event that changes it names the state at that moment, so
 * events are taken in in the order in which they happened, and further ones later.
 */
export class Past {
  readonly changed = new Map<ElementId, FormerState>();
  readonly born = new Set<ElementId>();

  /** @param version the events up to this one are taken in */
  constructor(public version: number) {}

  take(event: CatalogEvent): void {
    for (const id of bornIn(event)) this.born.add(id);
    for (const [id, before] of befores(event)) this.note(id, before);
  }

  private note(id: ElementId, before: FormerState): void {
    if (this.born.has(id)) return;
    this.changed.set(id, { ...before, ...this.changed.get(id) });
  }
}

type Before = readonly [ElementId, FormerState];

export function bornIn(event: CatalogEvent): readonly ElementId[] {
  const idsOf = (elements: readonly { id: ElementId }[]) => elements.map(({ id }) => id);
  switch (event.type) {
    case 'catalog.folder.created':
    case 'catalog.link.added':
      return [event.id];
    case 'catalog.files.uploaded':
      return idsOf(event.files);
    case 'catalog.file.replaced':
      return idsOf(event.uploaded);
    case 'catalog.playlist.added':
      return idsOf([event.folder, ...event.links]);
    case 'catalog.bookmarks.imported':
      return idsOf([...event.folders, ...event.links]);
    case 'catalog.elements.copied':
      return idsOf(event.elements);
    case 'catalog.deletion.cancelled':
      return idsOf(event.trash?.folders ?? []);
    default:
      return [];
  }
}

/** Changes of pictures, of the trash's counts and of links do not count. */
function befores(event: CatalogEvent): Before[] {
  if (isShareEvent(event)) return [];
  switch (event.type) {
    case 'catalog.element.edited':
      return [[event.id, { name: event.from, ...(event.before ? { tags: event.before.tags } : unknown) }]];
    case 'catalog.elements.moved':
      return event.moved.map(({ id, from, renamed, before }) => [
        id,
        { parentId: from, ...(renamed && (before ? { name: before.name } : unknown)) },
      ]);
    case 'catalog.elements.tagged':
      return event.items.map(({ id, before, former }) => {
        const tags = before?.tags ?? former;
        return [id, tags ? { tags } : unknown];
      });
    case 'catalog.elements.deleted':
      return [...goneIn(event), ...event.roots.map(({ id, parentId }): Before => [id, { parentId }])];
    case 'catalog.elements.purged':
      return goneIn(event);
    case 'catalog.deletion.cancelled':
      return event.restored.map(({ id, before }) => [id, before ?? unknown]);
    case 'catalog.copy.cancelled':
      return event.limbo.map(({ id, parentId }) => [id, { parentId }]);
    case 'catalog.file.replaced':
      return event.replaced.map(({ id, before }) => [id, { content: before }]);
    default:
      return [];
  }
}

const unknown = { isUnknown: true } as const;

const goneIn = ({
  gone,
}: Extract<CatalogEvent, { type: 'catalog.elements.purged' | 'catalog.elements.deleted' }>) =>
  (gone ?? []).map(({ id, ...was }): Before => [id, was]);

/** The elements that the process has taken out of their places wait below this. */
export const detachedPrefix = (process: string): string => limboId(process, '' as ElementId);

/** All processes that put a folder back have such names. */
export const rewindName = (id: string): string => `rewind-${id}`;

export const isRewinding = (parentId: string): boolean =>
  parentId.startsWith(limboId('rewind', '' as ElementId));

/** All that such a process does is one thing to the user. */
export const isRewindStep = (opId: string): boolean => opId.startsWith(rewindName(''));
