import type { DriveId } from '@skyshelf/contracts';
import { parentOf } from '../commands/walk.js';
import type { Row, RowTree } from '../port.js';
import { finding, type Finding } from './finding.js';

export type Place = 'root' | 'detached' | 'lost';

/** Where the walk upwards from each row ends. Each row is visited once, so two million take seconds. */
export function placesOf<R extends Row>(rows: ReadonlyMap<string, R>, tree: RowTree<R>): Map<string, Place> {
  const places = new Map<string, Place>();
  const above = (row: R): string => parentOf(tree, row) ?? '';
  const endAt = (id: string): Place | undefined =>
    id === tree.root ? 'root' : tree.isDetached?.(id) ? 'detached' : places.get(id);
  for (const start of rows.values()) {
    const path = new Set<string>();
    let place: Place | undefined;
    for (
      let next: R | undefined = start;
      next && !place && !path.has(next.id);
      next = rows.get(above(next))
    ) {
      path.add(next.id);
      place = places.get(next.id) ?? endAt(above(next));
    }
    for (const id of path) places.set(id, place ?? 'lost');
  }
  return places;
}

/** Rule 4: every row reaches the root, or is detached on purpose; no cycles. */
export function lostRows(drive: DriveId, places: ReadonlyMap<string, Place>): Finding[] {
  const lost = [...places].filter(([, place]) => place === 'lost').map(([id]) => id);
  const message = `${lost.length} rows neither reach the root nor are detached: a parent is missing, or they form a circle.`;
  return lost.length > 0 ? [finding(drive, 4, 'parents.lost', message, lost)] : [];
}
