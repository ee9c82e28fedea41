import { DomainError, ROOT_ID, type ElementId, type OpId, type RewindPlan } from '@skyshelf/contracts';
import { isHeld, type LongProcess, type RewindProcess } from '../../domain/long-process.js';
import { rewindName } from '../../domain/rewind/past.js';
import type { Account, Catalog, CatalogCommand } from '../catalog.js';
import { fullChunks } from '../processes/chunk-pace.js';
import { beginProcess } from '../processes/stored-processes.js';
import { runFor } from '../run-for.js';
import { readFolder } from '../slices/read-folder.js';
import { continueRewind } from './continue-rewind.js';
import { requireMoment, type Moment } from './moments.js';
import { isNothing, planRewind } from './plan-rewind.js';
import { readPast, readPastOf } from './read-past.js';
import { TwoTrees } from './two-trees.js';

export interface RewindQuestion extends Moment {
  folder: string;
}

interface Planned {
  plan: RewindPlan;
  version: number;
}

/** Compares now with then, without changing anything. */
export async function planOf(
  catalog: Catalog,
  account: Account,
  { folder, ...moment }: RewindQuestion,
): Promise<Planned & { isDone: boolean }> {
  const version = await requireMoment(catalog, account.drive, moment);
  const past = await readPast(catalog, account.drive, version);
  const reader = await catalog.store.reader(account.drive);
  const scope = { folder: folder as ElementId, startVersion: past.version };
  const work = await planRewind(reader, new TwoTrees(reader, past), scope);
  return { plan: work.plan, version, isDone: isNothing(work) };
}

/** How long a request waits for the end, in milliseconds. */
const AT_ONCE_MS = 3_000;
/** Comparing more of them again would alone take as long. */
const MOST_AT_ONCE = 2_000;

/** Goes on in the background when there is much to do: `process`. */
export async function rewindFolder(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  asked: RewindQuestion,
): Promise<{ plan: RewindPlan; process: string | null }> {
  const { plan, version, isDone } = await planOf(catalog, account, asked);
  const { folder } = asked;
  const payload = { ...asked };
  const begun = await runFor(catalog, account, opId, {
    ...beginning({ folder: folder as ElementId, to: version, undoes: null, plan, isDone }),
    name: 'rewind-folder',
    payload,
  });
  const { process } = begun;
  const goesOn = process !== null && (await carryOn(catalog, account, process, totalOf(plan)));
  return { plan: begun.plan, process: goesOn ? process : null };
}

interface SupportRequest {
  opId: OpId;
  folder: string;
  at: string;
  dryRun: boolean;
}

/** The folder is named by its id or, while it is there, by its path. */
export async function rewindForSupport(
  catalog: Catalog,
  account: Account,
  { opId, folder: named, at, dryRun }: SupportRequest,
): Promise<Planned & { process: string | null }> {
  const folder = named.startsWith('/') ? await folderAt(catalog, account, named) : named;
  const { plan, version } = await planOf(catalog, account, { folder, at });
  if (dryRun) return { plan, version, process: null };
  return { version, ...(await rewindFolder(catalog, account, opId, { folder, version })) };
}

async function folderAt({ store }: Catalog, { drive }: Account, url: string): Promise<ElementId> {
  const { chain, folderId } = await readFolder(await store.reader(drive), { url });
  if (!chain) throw new DomainError('folder.not-found', { field: 'folder' });
  return folderId;
}

/** @throws DomainError `undo.changed`: something of it was changed since; `folder.copying`: it is not done yet */
export async function undoRewind(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { process, to }: { process: string; to: number },
): Promise<void> {
  const { past, others } = await readPastOf(catalog, account.drive, to, process);
  const [repeated] = await catalog.store.eventsOf(account.drive, [opId]);
  if (!repeated && [...past.changed.keys(), ...past.born].some((id) => others.has(id)))
    throw new DomainError('undo.changed', { field: 'operation' });
  const begun = await runFor(catalog, account, opId, {
    ...beginning({ folder: ROOT_ID, to, undoes: process, plan: null, isDone: false }),
    name: 'undo-rewind',
    payload: { process },
  });
  const size = past.changed.size + past.born.size;
  if (begun.process) await carryOn(catalog, account, begun.process, size);
}

/**
 * Another process takes its place, which puts back what it has done so far.
 * @throws DomainError `process.not-found`: it undoes another one, or something that it has changed was changed since
 */
export async function cancelRewind(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { id, startVersion, undoes }: RewindProcess,
  intention: Pick<CatalogCommand<StartSlice, unknown>, 'name' | 'payload'>,
): Promise<void> {
  const { past, others } = await readPastOf(catalog, account.drive, startVersion, id);
  if (undoes !== null || [...past.changed.keys(), ...past.born].some((each) => others.has(each)))
    throw new DomainError('process.not-found', { field: 'process' });
  const back = { folder: ROOT_ID, to: startVersion, undoes: id, plan: null, isDone: false };
  await runFor(catalog, account, opId, { ...beginning({ ...back, replaces: id }), ...intention });
  catalog.longCommands.wake();
}

interface Beginning<Plan> extends Pick<RewindProcess, 'folder' | 'to' | 'undoes'> {
  plan: Plan;
  isDone: boolean;
  /** It ends that process where it is. */
  replaces?: string;
}

interface StartSlice {
  version: number;
  isBusy: boolean;
}

const beginning = <Plan extends RewindPlan | null>({
  plan,
  isDone,
  replaces,
  ...what
}: Beginning<Plan>): Pick<
  CatalogCommand<StartSlice, { plan: Plan; process: string | null }>,
  'read' | 'decide' | 'alongside'
> => ({
  read: async (reader) => {
    const others = await reader.side<LongProcess>('processes').find({});
    if (replaces !== undefined && !others.some(({ id }) => id === replaces))
      throw new DomainError('process.not-found', { field: 'process' });
    const isBusy = others.some((each) => each.id !== replaces && !isHeld(each, new Date(0)));
    return { version: reader.state().version, isBusy };
  },
  decide: ({ version: from, isBusy }, { newId }) => {
    if (isBusy) throw new DomainError('folder.copying', { field: 'folder', message: isUnderway });
    if (isDone) return { event: null, answer: { plan, process: null } };
    const process = rewindName(newId());
    return { event: { type: 'catalog.rewind.started', ...what, process, from }, answer: { plan, process } };
  },
  alongside: async (side, { answer: { process }, slice }) => {
    if (process === null) return;
    if (replaces !== undefined) await side.remove('processes', replaces);
    const total = plan ? totalOf(plan) : 0;
    const underway = { id: process, kind: 'rewind' as const, chunk: 1, done: 0, total };
    await beginProcess<RewindProcess>(side, { ...underway, ...what, startVersion: slice.version });
  },
});

const isUnderway = 'Something large is still under way here. Wait until it is complete.';

const totalOf = ({ restored, moved, renamed, tagged, versions, trashed }: RewindPlan): number =>
  restored + moved + renamed + tagged + versions + trashed;

/**
 * It goes as far as it goes quickly; a job does the rest.
 * @returns whether there is a rest
 */
async function carryOn(catalog: Catalog, { drive }: Account, id: string, elements: number): Promise<boolean> {
  const find = async () => (await catalog.store.reader(drive)).side<RewindProcess>('processes').get(id);
  const process = await find();
  const stopping = AbortSignal.timeout(AT_ONCE_MS);
  if (process && elements <= MOST_AT_ONCE)
    await continueRewind(catalog, drive, process, fullChunks, stopping);
  if (!(await find())) return false;
  catalog.longCommands.wake();
  return true;
}
