import type { ElementId } from '@skyshelf/contracts';
import type { Selection } from '../../domain/paste-elements.js';
import { readAbove, walkUp } from './read-above.js';
import type { Reader } from './read-folder.js';

/** The reachable ones, and those not below another one, in the order of the selection. */
export async function readSelection(reader: Reader, ids: readonly string[]): Promise<Selection> {
  const wanted = [...new Set(ids)] as ElementId[];
  const found = new Map((await reader.find({ id: { in: wanted } })).map((row) => [row.id, row]));
  const rows = wanted.flatMap((id) => found.get(id) ?? []);
  const folders = await readAbove(reader, rows);
  const above = new Map(rows.map((row) => [row.id, walkUp(row, folders)]));
  const selected = rows.filter(({ id }) => above.get(id) !== null);
  const chosen = new Set(selected.map(({ id }) => id));
  const roots = selected.filter(({ id }) => !above.get(id)?.some((folder) => chosen.has(folder)));
  const isCopying = (id: ElementId) => Boolean(folders.get(id)?.copying);
  return {
    selected,
    roots,
    depths: new Map(roots.map(({ id }) => [id, (above.get(id)?.length ?? 0) + 1])),
    copying: roots.some(({ id }) => isCopying(id)),
    locked: roots.some(({ id }) => above.get(id)?.some(isCopying)),
  };
}
