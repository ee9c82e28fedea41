import { type CatalogEvent, DomainError } from '@skyshelf/contracts';
import type { Checked } from '@skyshelf/contracts/rules';

/** Greatest depth of folders that an event brings, 1 at the top: required when it `deepens` the drive. */
export type Bounds = { depth: number };

/** An event with the answer to keep, or an answer alone. */
export type Decision<A> =
  | {
      event: CatalogEvent;
      answer: A;
      bounds?: Bounds | undefined;
    }
  | { event: null; answer: A };

export interface DecisionContext {
  now: Date;
  newId(): string;
}

export function accepted<Value>(checked: Checked<Value>, field: string): Value {
  if (checked.refusal !== null) throw new DomainError(checked.refusal, { field });
  return checked.value;
}

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
