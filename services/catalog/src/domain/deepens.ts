import type { CatalogEvent } from '@skyshelf/contracts';

/** Whether folders may stand deeper after it than before. */
export function deepens(event: CatalogEvent): boolean {
  switch (event.type) {
    case 'catalog.folder.created':
    case 'catalog.playlist.added':
    case 'catalog.deletion.cancelled':
      return true;
    case 'catalog.bookmarks.imported':
      return event.folders.length > 0;
    case 'catalog.elements.moved':
      return event.moved.some((each) => each.class === 'folder');
    case 'catalog.elements.copied':
      return event.elements.some((each) => each.class === 'folder');
    default:
      return false;
  }
}
