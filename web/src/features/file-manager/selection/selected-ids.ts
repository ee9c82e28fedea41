import type { ElementView } from '@skyshelf/contracts/browser';
import { indexOfId } from '../../../shared/listings/listing.js';

/** `to` is exclusive. */
export type Range = readonly [from: number, to: number];

/** In order, none of them touching another. */
const joined = (ranges: readonly Range[]): Range[] => {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (from >= to) continue;
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
};

const lengthOf = (ranges: readonly Range[]): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0);

/** Immutable ranges with the list that they are about: true also while another list replaces it. */
export class SelectedIds {
  static readonly none = new SelectedIds([], []);

  readonly size: number;

  private constructor(
    readonly list: readonly ElementView[],
    readonly ranges: readonly Range[],
  ) {
    this.size = lengthOf(ranges);
  }

  static of(list: readonly ElementView[], ranges: readonly Range[]): SelectedIds {
    return new SelectedIds(list, joined(ranges));
  }

  hasAt(place: number): boolean {
    let low = 0;
    let high = this.ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [from, to] = this.ranges[middle] ?? [0, 0];
      if (place < from) high = middle;
      else if (place >= to) low = middle + 1;
      else return true;
    }
    return false;
  }

  has(id: string): boolean {
    return this.size > 0 && this.hasAt(indexOfId(this.list, id));
  }

  with(...ranges: Range[]): SelectedIds {
    return SelectedIds.of(this.list, [...this.ranges, ...ranges]);
  }

  without([from, to]: Range): SelectedIds {
    const left = this.ranges.flatMap(([first, last]): Range[] => [
      [first, Math.min(last, from)],
      [Math.max(first, to), last],
    ]);
    return SelectedIds.of(this.list, left);
  }

  /** Leaves out ids that the list does not contain. */
  in(list: readonly ElementView[]): SelectedIds {
    if (list === this.list) return this;
    if (this.size === 0) return new SelectedIds(list, []);
    const places = this.elements().map(({ _id }) => indexOfId(list, _id));
    return SelectedIds.of(
      list,
      places.flatMap((place): Range[] => (place < 0 ? [] : [[place, place + 1]])),
    );
  }

  elements(): readonly ElementView[] {
    return this.size === this.list.length
      ? this.list
      : this.ranges.flatMap(([from, to]) => this.list.slice(from, to));
  }

  get ids(): string[] {
    return this.elements().map(({ _id }) => _id);
  }

  equals(other: SelectedIds): boolean {
    return (
      this.list === other.list &&
      this.ranges.length === other.ranges.length &&
      this.ranges.every(([from, to], at) => other.ranges[at]?.[0] === from && other.ranges[at][1] === to)
    );
  }
}
