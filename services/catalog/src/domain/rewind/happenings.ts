import type { CatalogEvent, ElementId, MomentView } from '@skyshelf/contracts';
import { isRewindStep } from './past.js';

/** An event in the user's words. */
export interface Happening {
  kind: MomentView['kind'];
  /** Several such together are one entry. */
  groups: boolean;
  count: number;
  ids: ElementId[];
  names: ReadonlyMap<ElementId, string>;
  /** The folders that it concerns besides. */
  places: ElementId[];
  to?: string;
  process?: string;
}

interface Concerned {
  id: ElementId;
  name?: string | undefined;
}

const about = (
  kind: Happening['kind'],
  elements: readonly Concerned[],
  more: Partial<Pick<Happening, 'places' | 'to' | 'groups'>> = {},
): Happening => ({
  kind,
  groups: true,
  count: elements.length,
  ids: elements.map(({ id }) => id),
  names: new Map(elements.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const]))),
  places: [],
  ...more,
});

/** null: nothing that one would go back to. */
export function happening(event: CatalogEvent, opId: string): Happening | null {
  if (event.type === 'catalog.rewind.started' || event.type === 'catalog.rewind.finished') {
    const ids = 'folder' in event ? [event.folder] : [];
    const count = 'folder' in event ? 1 : 0;
    return { ...about('rewound', []), ids, count, process: event.process };
  }
  return isRewindStep(opId) ? null : ofCommand(event);
}

function ofCommand(event: CatalogEvent): Happening | null {
  switch (event.type) {
    case 'catalog.folder.created':
      return about('folders', [event], { places: [event.parentId] });
    case 'catalog.link.added':
      return about('links', [event], { places: [event.parentId] });
    case 'catalog.playlist.added':
      return about('links', event.links, { places: [event.folder.parentId] });
    case 'catalog.files.uploaded':
      return about('uploaded', event.files, { places: event.files.map(({ parentId }) => parentId) });
    case 'catalog.file.replaced':
      return about('replaced', [...event.replaced, ...event.uploaded]);
    case 'catalog.bookmarks.imported':
      return about('imported', [...event.folders, ...event.links]);
    case 'catalog.element.edited': {
      const { id, from, name } = event;
      if (name === from) return about('tagged', [event]);
      return about('renamed', [{ id, name: from }], { to: name, groups: false });
    }
    case 'catalog.elements.moved':
      return about(
        'moved',
        event.moved.map(({ id, before }) => ({ id, name: before?.name })),
        { places: [event.to, ...event.moved.map(({ from }) => from)] },
      );
    case 'catalog.elements.copied':
      return about('copied', event.elements);
    case 'catalog.elements.tagged':
      return about('tagged', event.items);
    default:
      return ofTrash(event);
  }
}

function ofTrash(event: CatalogEvent): Happening | null {
  switch (event.type) {
    case 'catalog.elements.deleted':
      return about('deleted', event.roots.map(namedIn(event)), {
        places: event.roots.map(({ parentId }) => parentId),
      });
    case 'catalog.deletion.cancelled':
      return about('restored', event.restored);
    case 'catalog.elements.purged':
      return event.trash
        ? about(
            'purged',
            event.removed.map((id) => namedIn(event)({ id })),
          )
        : null;
    default:
      return null;
  }
}

type Goes = Extract<CatalogEvent, { type: 'catalog.elements.deleted' | 'catalog.elements.purged' }>;

const namedIn = ({ gone = [] }: Goes) => {
  const names = new Map(gone.map(({ id, name }) => [id, name]));
  return ({ id }: { id: ElementId }): Concerned => ({ id, name: names.get(id) });
};
