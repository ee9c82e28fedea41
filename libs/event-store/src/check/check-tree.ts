import { ROOT_ID, type DriveId } from '@skyshelf/contracts';
import type { Row } from '../port.js';
import { finding, type Finding } from './finding.js';

/** How rows form a tree: whose id a row names as its parent. */
export interface TreeLinks<R extends Row> {
  parentOf(row: R): string;
  /** Where a walk upwards may end beside the root. */
  isLimbo(id: string): boolean;
}

export type Place = 'root' | 'limbo' | 'lost';

/** Where the walk upwards from each row ends. Each row is visited once, so two million take seconds. */
export function placesOf<R extends Row>(
  rows: ReadonlyMap<string, R>,
  { parentOf, isLimbo }: TreeLinks<R>,
): Map<string, Place> {
  const places = new Map<string, Place>();
  const endAt = (id: string): Place | undefined =>
    id === ROOT_ID ? 'root' : isLimbo(id) ? 'limbo' : places.get(id);
  for (const start of rows.values()) {
    const path = new Set<string>();
    let place: Place | undefined;
    for (
      let next: R | undefined = start;
      next && !place && !path.has(next.id);
      next = rows.get(parentOf(next))
    ) {
      path.add(next.id);
      place = places.get(next.id) ?? endAt(parentOf(next));
    }
    for (const id of path) places.set(id, place ?? 'lost');
  }
  return places;
}

/** Rule 4: every row reaches the root or a limbo; no cycles. */
export function lostRows(drive: DriveId, places: ReadonlyMap<string, Place>): Finding[] {
  const lost = [...places].filter(([, place]) => place === 'lost').map(([id]) => id);
  const message = `${lost.length} rows reach neither the root nor a limbo: a parent is missing, or they form a circle.`;
  return lost.length > 0 ? [finding(drive, 4, 'parents.lost', message, lost)] : [];
}
