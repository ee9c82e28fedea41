import type { DriveId } from '@skyshelf/contracts';
import type { Row } from '../port.js';
import { canonicalText } from '../rows/canonical-text.js';
import { finding, type Finding } from './finding.js';

/** Rule 2: the live rows are those that the events make. */
export function differences<R extends Row>(
  drive: DriveId,
  live: ReadonlyMap<string, R>,
  replayed: ReadonlyMap<string, R>,
): Finding[] {
  const missing = [...replayed.keys()].filter((id) => !live.has(id));
  const surplus = [...live.keys()].filter((id) => !replayed.has(id));
  const different = [...live.values()].filter((row) => {
    const other = replayed.get(row.id);
    return other && canonicalText(row) !== canonicalText(other);
  });
  const found: [string, string[]][] = [
    ['are missing', missing],
    ['exist without an event', surplus],
    ['differ from what the events say', different.map(({ id }) => id)],
  ];
  return found.flatMap(([what, ids]) =>
    ids.length > 0 ? finding(drive, 2, 'rows.differ', `${ids.length} rows ${what}.`, ids) : [],
  );
}

/** Rule 3: no two rows share a key. */
export function sharedKeys<R extends Row>(
  drive: DriveId,
  rows: Iterable<R>,
  unique: readonly (readonly (keyof R & string)[])[],
): Finding[] {
  const owners = new Map<string, string>();
  const shared: string[] = [];
  for (const row of rows) {
    for (const fields of unique) {
      const key = canonicalText([fields, fields.map((field) => row[field])]);
      const owner = owners.get(key);
      if (owner) shared.push(owner, row.id);
      else owners.set(key, row.id);
    }
  }
  return shared.length > 0
    ? [finding(drive, 3, 'names.shared', `${shared.length} rows share a key with another.`, shared)]
    : [];
}
