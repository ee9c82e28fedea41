import { type CatalogEvent, DomainError, type CounterDelta } from '@skyshelf/contracts';
import { type Checked, usageClassOf } from '@skyshelf/contracts/rules';

/** Greatest depth of folders that an event brings, 1 at the top: required when it `increasesDepth` the drive. */
export type Bounds = { depth: number };

/** An event with the answer to keep, or an answer alone. */
export type Decision<A> = { event: CatalogEvent | null; answer: A; bounds?: Bounds | undefined };

export interface DecisionContext {
  now: Date;
  newId(): string;
}

export function accepted<Value>(checked: Checked<Value>, field: string): Value {
  if (checked.refusal !== null) throw new DomainError(checked.refusal, { field });
  return checked.value;
}

/** Whether folders may stand deeper after it than before. */
export function increasesDepth(event: CatalogEvent): boolean {
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

interface Counted {
  kind: string;
  size: number;
}

export function growth(elements: readonly Counted[]): CounterDelta {
  const byKind: CounterDelta['byKind'] = {};
  let used = 0;
  for (const { kind, size } of elements) {
    used += size;
    if (size !== 0) byKind[usageClassOf(kind)] = (byKind[usageClassOf(kind)] ?? 0) + size;
  }
  return { used, count: elements.length, byKind };
}

export function shrinkage(elements: readonly Counted[]): CounterDelta {
  const { used, count, byKind } = growth(elements);
  const negative = Object.fromEntries(Object.entries(byKind).map(([kind, bytes]) => [kind, -bytes]));
  return { used: 0 - used, count: 0 - count, byKind: negative };
}

/** Compares equally many elements before and after. */
export function differenceOf(after: readonly Counted[], before: readonly Counted[]): CounterDelta {
  const grown = growth(after);
  const shrunk = growth(before);
  const kinds = Object.keys({ ...grown.byKind, ...shrunk.byKind }) as (keyof CounterDelta['byKind'])[];
  const byKind = Object.fromEntries(
    kinds
      .map((kind) => [kind, (grown.byKind[kind] ?? 0) - (shrunk.byKind[kind] ?? 0)] as const)
      .filter(([, bytes]) => bytes !== 0),
  );
  return { used: grown.used - shrunk.used, count: grown.count - shrunk.count, byKind };
}

export function resize(kind: string, from: number, to: number): CounterDelta {
  const used = to - from;
  return { used, count: 0, byKind: used === 0 ? {} : { [usageClassOf(kind)]: used } };
}

/** The number of UTF-8 bytes in name and address. */
export const linkSize = (name: string, url: string): number => encoder.encode(name + url).byteLength;

const encoder = new TextEncoder();
