import { checkDrive, readAllRows } from '#src/application/reads/check-drive.js';
import { quotaOf } from '#src/domain/drive-room.js';
import { isTrashItem } from '#src/domain/trash.js';
import { isVersion } from '#src/domain/versions.js';
import { lineOf, textOf, trashLine, type Shelf } from '../model/shelf.js';
import { standing, type Standing } from '../shelf-commands.js';
import type { Door } from './doors.js';

/**
 * All that stands in the drive against the plain shelf, and the rules of the drive: the read model equals the
 * replay, names are told apart, everything arrives at the root, the counters equal a recount, used and
 * reserved bytes stay within the quota, no folder stands deeper than the drive's bound.
 */
export async function compare(door: Door, shelf: Shelf): Promise<void> {
  const problems = await checkDrive(door.catalog, door.account.drive);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const { bounds, ...room } = await door.catalog.store.state(door.account.drive);
  if (room.used + room.reserved > quotaOf(room))
    throw new Error(`too much for the quota: ${JSON.stringify(room)}`);
  const found = await standing(door);
  const depth = Math.max(0, ...found.map(({ path }) => path.split('/').length - 2));
  if (bounds.depth === undefined || bounds.depth < depth)
    throw new Error(`folders stand ${depth} levels deep, ${bounds.depth} are the most that there should be`);
  const text = await textOfAll(door, found);
  const expected = textOf(shelf);
  const all = new Set(text);
  const wanted = new Set(expected);
  const missing = expected.filter((line) => !all.has(line));
  const extra = text.filter((line) => !wanted.has(line));
  if (missing.length > 0 || extra.length > 0 || text.length !== expected.length)
    throw new Error(`expected ${missing.slice(0, 5).join('\n')}\nfound ${extra.slice(0, 5).join('\n')}`);
  recognise(shelf, found);
}

/** Lists the elements of the drive in the form of the plain shelf's list. */
export const textStanding = async (door: Door): Promise<string[]> => textOfAll(door, await standing(door));

async function textOfAll({ catalog, account }: Door, found: readonly Standing[]): Promise<string[]> {
  const { used, reserved, kept } = await catalog.store.state(account.drive);
  const rows = await readAllRows(catalog, account.drive);
  const trash = rows
    .filter(isTrashItem)
    .flatMap(({ name, trash: { path }, kept: sum }) => (sum ? [trashLine({ name, path, ...sum })] : []));
  const versions = Map.groupBy(rows.filter(isVersion), ({ versionOf }) => versionOf);
  const historyOf = ({ id }: Standing['row']) =>
    (versions.get(id) ?? []).map(({ size, blobId: blob, label = null }) => ({ size, blob, label }));
  const lines = found.map(({ path, row }) =>
    lineOf({ ...row, path, copying: row.copying !== null, versions: historyOf(row) }),
  );
  return [...lines.toSorted(), ...trash.toSorted(), `used ${used} reserved ${reserved} kept ${kept}`];
}

/** Ids of the server must stay the same; those of copies are known from now on. */
function recognise(shelf: Shelf, found: readonly Standing[]): void {
  // In an order that does not depend on the ids, so that a seed repeats a walk.
  for (const { path, row } of found.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const entry = shelf.paths.get(path);
    const known = shelf.refs.get(row.id);
    if (!entry || (known && known !== entry)) throw new Error(`${row.id} at ${path} is another element`);
    shelf.refs.set(row.id, entry);
  }
}
