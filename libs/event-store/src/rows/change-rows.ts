import type { Change, Row } from '../port.js';

export interface VersionedChange<R extends Row> {
  change: Change<R>;
  rev: number;
}

/** null when no row remains. Updating a missing row changes nothing. */
export function afterChange<R extends Row>(row: R | null, { change, rev }: VersionedChange<R>): R | null {
  switch (change.op) {
    case 'insert':
      return { ...change.row, rev };
    case 'update':
      return row && { ...row, ...change.set, id: row.id, rev };
    case 'remove':
      return null;
  }
}

export const changedId = <R extends Row>(change: Change<R>): string =>
  change.op === 'insert' ? change.row.id : change.id;

/** @throws Error when a projection makes a field undefined: the stores would keep it differently */
export function refuseUndefined<R extends Row>(change: Change<R>): void {
  if (change.op === 'remove') return;
  const fields = change.op === 'insert' ? change.row : change.set;
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined)
      throw new Error(`A projection set ${field} of ${changedId(change)} to undefined; use null.`);
  }
}
