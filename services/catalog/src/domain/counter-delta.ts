import type { CounterDelta } from '@skyshelf/contracts';
import { usageClassOf } from '@skyshelf/contracts/rules';

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

/** For as many elements before and after. */
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

/** UTF-8 bytes of name and address. */
export const linkSize = (name: string, url: string): number => encoder.encode(name + url).byteLength;

const encoder = new TextEncoder();
