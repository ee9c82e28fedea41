import { blobOfAddress, type ElementId, type FormerView, type OpId } from '@skyshelf/contracts';
import { listThen } from '#src/application/rewind/list-then.js';
import { setQuota } from '#src/application/commands/follow-billing.js';
import type { CatalogRow } from '#src/domain/catalog-row.js';
import { chanceOf, type Chance } from '../model/chance.js';
import { Client, type Bent } from '../model/client.js';
import type { Command } from '../model/commands.js';
import { foresee } from '../model/model.js';
import { outcomeText } from '../model/orders.js';
import { fold } from '../model/samples.js';
import { emptyShelf, isFolder, type Entry, type Shelf } from '../model/shelf.js';
import { Hands } from '../shelf-walk/hands.js';
import type { Door } from '../shelf-walk/doors.js';
import { standing } from '../shelf-commands.js';

type Seen = Pick<Entry, 'path' | 'name' | 'kind' | 'tags' | 'size' | 'url' | 'blob'>;

/** The content of the plain shelf after a version of the drive. */
export interface Recorded {
  version: number;
  elements: { entry: Entry; seen: Seen }[];
}

export interface History {
  shelf: Shelf;
  chance: Chance;
  recorded: Recorded[];
}

export interface HistoryPlan {
  seed: number;
  steps: number;
  moments: number;
  bent: Bent;
  hasTrash: boolean;
}

const quotas: Record<Bent, number> = { mixed: 1e12, deep: 1e12, large: 1e12, tight: 25_000_000 };

/** A user's commands by chance, given to the drive and to the plain shelf. */
export async function recordHistory(door: Door, plan: HistoryPlan): Promise<History> {
  const chance = chanceOf(plan.seed);
  const shelf = emptyShelf(quotas[plan.bent], plan.hasTrash);
  const { catalog, account } = door;
  await setQuota(catalog, account.drive, `quota:${plan.seed}` as OpId, quotas[plan.bent]);
  const hands = new Hands(door, shelf);
  const client = new Client('a', chance, plan.bent);
  const recorded: Recorded[] = [];
  for (let step = 1; step <= plan.steps; step += 1) {
    const command = client.next(shelf);
    if (isRepeat(command) && !hands.canRepeat) continue;
    door.tick?.();
    const expected = outcomeText(foresee(shelf, command));
    const found = outcomeText(await hands.give(0, command));
    if (found !== expected) throw new Error(`${JSON.stringify(command)}: ${expected}, found ${found}`);
    if (shelf.long) await hands.settle();
    if (step % Math.floor(plan.steps / plan.moments) === 0)
      recorded.push({ version: await catalog.store.version(account.drive), elements: seenIn(shelf) });
  }
  await hands.settle();
  return { shelf, chance, recorded };
}

const isRepeat = ({ do: what }: Command): boolean => what === 'again' || what === 'reuse';

const seenIn = ({ paths, root }: Shelf): Recorded['elements'] =>
  [...paths.values()]
    .filter((entry) => entry !== root && entry.path.startsWith('/'))
    .map((entry) => {
      const { path, name, kind, tags, size, url, blob } = entry;
      return { entry, seen: { path, name, kind, tags: [...tags], size, url, blob } };
    });

/** Of a folder that is gone only its name is known, and of a file whose bytes are gone no address. */
const lineOf = ({ path, name, kind, tags, size, url, blob }: Seen, lost = false): string =>
  JSON.stringify(
    lost && kind === 'folder' ? [path, name, kind] : [path, name, kind, tags, size, url, lost ? null : blob],
  );

const isLeft = ({ paths }: Shelf, entry: Entry): boolean => paths.get(entry.path) === entry;

const isKept = (entry: Entry, blob: string | null): boolean =>
  blob === null || entry.blob === blob || entry.versions.some((version) => version.blob === blob);

/** Lists all that should be shown of a moment, given what was deleted forever since. */
export function shownOf(shelf: Shelf, { elements }: Recorded): string[] {
  return elements
    .filter(({ entry }) => isLeft(shelf, entry) || isFolder(entry))
    .map(({ entry, seen }) => lineOf(seen, !isLeft(shelf, entry) || !isKept(entry, seen.blob)))
    .toSorted();
}

/** Lists all that should be there when the folder at that path is put back; paths start at the folder. */
export function restoredOf(shelf: Shelf, { elements }: Recorded, folder: string): string[] {
  const left = elements.filter(({ entry }) => isLeft(shelf, entry));
  return elements
    .filter(({ seen }) => seen.path.startsWith(folder) && seen.path !== folder)
    .filter(
      ({ entry, seen }) => isLeft(shelf, entry) || left.some((each) => isInside(each.seen.path, seen.path)),
    )
    .map(({ entry, seen }) => {
      const present = isKept(entry, seen.blob) ? seen : { ...seen, ...contentNow(entry) };
      const path = `/${seen.path.slice(folder.length)}`;
      const made = isLeft(shelf, entry) ? {} : { tags: [], url: null };
      return lineOf({ ...present, ...made, path });
    })
    .toSorted();
}

const isInside = (path: string, folder: string): boolean =>
  folder.endsWith('/') && path.startsWith(folder) && path !== folder;

const contentNow = ({ blob, size, kind }: Entry) => ({ blob, size, kind });

const fileBlob = (address: string | null): string | null => {
  const blob = address?.startsWith('Cloud/') ? blobOfAddress(address) : null;
  return blob ?? null;
};

/** Lists a folder as it was, and all that was in it. */
export async function listAllThen(door: Door, version: number): Promise<string[]> {
  const lines: string[] = [];
  const visit = async (folder: string, path: string): Promise<void> => {
    for (let after: string | undefined; ;) {
      const question = { folder, version, limit: 7, ...(after !== undefined && { after }) };
      const { docs, next } = await listThen(door.catalog, door.account, question);
      for (const view of docs) {
        const at = path + fold(view.linkname) + (view.linktype === 'folder' ? '/' : '');
        lines.push(lineOfView(view, at));
        if (view.linktype === 'folder') await visit(view._id, at);
      }
      if (next === null) return;
      after = next;
    }
  };
  await visit('root', '/');
  return lines.toSorted();
}

function lineOfView(view: FormerView, path: string): string {
  const { linkname: name, linktype: kind, linktag: tags, size, linkurl } = view;
  const blob = fileBlob(linkurl);
  const url = blob === null ? linkurl : null;
  return lineOf({ path, name, kind, tags, size, url, blob }, view.gone === true);
}

/** Lists what a folder holds now; paths start at the folder. */
export async function listNow(door: Door, folder: string): Promise<string[]> {
  const all = await standing(door);
  const top = folder === 'root' ? '/' : (all.find(({ row }) => row.id === folder)?.path ?? '?');
  return all
    .filter(({ path }) => path.startsWith(top) && path !== top)
    .map(({ path, row }) => lineOf(seenRow(row, `/${path.slice(top.length)}`)))
    .toSorted();
}

const seenRow = ({ name, kind, tags, size, url, blobId: blob }: CatalogRow, path: string): Seen => ({
  path,
  name,
  kind,
  tags,
  size,
  url,
  blob,
});

export const idsNow = async (door: Door): Promise<string[]> =>
  (await standing(door)).map(({ path, row }) => JSON.stringify([row.id, seenRow(row, path)])).toSorted();

/** A folder that was there then and is there now, else the top. */
export function someFolder(
  { shelf, chance }: History,
  { elements }: Recorded,
): { id: ElementId; path: string } {
  const folders = elements.filter(
    ({ entry }) => isFolder(entry) && isLeft(shelf, entry) && entry.path.startsWith('/'),
  );
  const top = { id: 'root' as ElementId, path: '/' };
  if (folders.length === 0 || chance.percent(50)) return top;
  const { entry, seen } = chance.of(folders);
  const id = [...shelf.refs].find(([, each]) => each === entry)?.[0];
  return id === undefined ? top : { id: id as ElementId, path: seen.path };
}
