import { DomainError, limits, type DriveId, type ElementId, type OpId } from '@skyshelf/contracts';
import type { Decision, DecisionContext } from '../../domain/decision.js';
import type { RewindProcess } from '../../domain/long-process.js';
import { ownOrigin, type Catalog, type CatalogSideWriter } from '../catalog.js';
import { type ChunkPace, FenceTimer } from '../processes/chunk-pace.js';
import { withHeldRoom } from '../run-for.js';
import type { Reader } from '../slices/read-folder.js';
import { isNothing, planRewind, type Placing, type RewindWork } from './plan-rewind.js';
import { readPast, readPastOf } from './read-past.js';
import { measurePlaced, placing } from './place-step.js';
import { detaching, restoringContents, retagging, trashing, type Step } from './rewind-steps.js';
import { TwoTrees } from './two-trees.js';

/** A restored folder may bring back elements that did not belong into it. */
const MOST_ROUNDS = 6;
/** Elements that came back with their folder have left the name by then. */
const MOST_NAMINGS = 3;

/** Compares now with then, changes what differs, and compares again. It ends also where something is in the way. */
export async function continueRewind(
  catalog: Catalog,
  drive: DriveId,
  process: RewindProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  const run = new RewindRun(catalog, drive, process, pace, stopping);
  const named = new Map<ElementId, number>();
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const work = withoutNamed(await readWork(catalog, drive, process), named);
    if (isNothing(work)) break;
    if (!(await run.carryOut(work))) return;
    for (const { id } of work.placed) named.set(id, (named.get(id) ?? 0) + 1);
  }
  await run.finish();
}

async function readWork(catalog: Catalog, drive: DriveId, process: RewindProcess): Promise<RewindWork> {
  const { to, undoes, folder, startVersion } = process;
  const past = undoes
    ? (await readPastOf(catalog, drive, to, undoes, process.id)).past
    : await readPast(catalog, drive, to);
  const reader = await catalog.store.reader(drive);
  return planRewind(reader, new TwoTrees(reader, past), { folder, startVersion });
}

/** They stand where they should under another name, since theirs is taken. */
function withoutNamed(work: RewindWork, named: ReadonlyMap<ElementId, number>): RewindWork {
  const isLeft = ({ id, isThere }: Placing) => isThere && (named.get(id) ?? 0) >= MOST_NAMINGS;
  const left = new Set(work.placed.filter(isLeft).map(({ id }) => id));
  return {
    ...work,
    detached: work.detached.filter((id) => !left.has(id)),
    placed: work.placed.filter(({ id }) => !left.has(id)),
  };
}

class RewindRun {
  private chunk: number;

  constructor(
    private readonly catalog: Catalog,
    private readonly drive: DriveId,
    private readonly process: RewindProcess,
    private readonly pace: ChunkPace,
    private readonly stopping: AbortSignal,
  ) {
    this.chunk = process.chunk;
  }

  /** @returns false: another process goes on with it, or it has to stop */
  async carryOut({ detached, placed, trashed, tagged, contents }: RewindWork): Promise<boolean> {
    const { catalog, drive } = this;
    return (
      (await this.each(detached, (some) => detaching(this.process.id, some))) &&
      (await this.each(trashed, (some) => trashing(catalog, some))) &&
      (await this.each(placed, async (some) =>
        placing(catalog, this.process, some, await measurePlaced(catalog, drive, some)),
      )) &&
      (await this.each(tagged, (some) => retagging(some))) &&
      (await this.each(contents, (some) => restoringContents(catalog, some)))
    );
  }

  private async each<I>(
    items: readonly I[],
    stepFor: (some: readonly I[]) => Step | Promise<Step>,
  ): Promise<boolean> {
    let most: number = limits.maxElementsPerTransaction;
    for (let start = 0; start < items.length;) {
      if (this.stopping.aborted) return false;
      const some = items.slice(start, start + Math.min(most, this.pace.next()));
      const { outcome, taken = some.length } = await this.step(some.length, () => stepFor(some));
      if (outcome === 'over') return false;
      if (outcome === 'refused' && some.length > 1) most = Math.ceil(some.length / 2);
      else start += taken;
    }
    return true;
  }

  private async step(
    elements: number,
    stepFor: () => Step | Promise<Step>,
  ): Promise<{ outcome: 'done' | 'over' | 'refused'; taken?: number | undefined }> {
    let taken: number | undefined;
    try {
      const isMine = await withHeldRoom(this.catalog, this.drive, async () => {
        const step = await stepFor();
        ({ taken } = step);
        return this.command(taken ?? elements, step);
      });
      if (isMine) this.chunk += 1;
      return { outcome: isMine ? 'done' : 'over', taken };
    } catch (error) {
      if (!(error instanceof DomainError) || error.status >= 500 || error.code === 'drive.closed')
        throw error;
      // What can't be done now may not stand in the way of the rest.
      return { outcome: 'refused' };
    }
  }

  /** Its number moves in the same transaction, so each chunk happens once. */
  private async command(elements: number, { name, read, decide, alongside }: Step): Promise<boolean> {
    const { catalog, drive, chunk } = this;
    const { id } = this.process;
    const held = new FenceTimer(catalog.clock);
    let isMine = false;
    await catalog.store.withDrive(
      drive,
      `${id}:${chunk}` as OpId,
      {
        name,
        payload: { process: id, chunk },
        read: async (reader: Reader) => {
          held.begin();
          const process = await reader.side<RewindProcess>('processes').get(id);
          isMine = process?.chunk === chunk;
          return isMine && process ? { process, slice: await read(reader) } : null;
        },
        decide: (own: { process: RewindProcess; slice: unknown } | null, context: DecisionContext) =>
          own ? { ...decide(own.slice, context), answer: null } : nothing,
        alongside: async (side: CatalogSideWriter, { event, slice: own }) => {
          if (!own) return;
          const next = { ...own.process, chunk: chunk + 1, done: own.process.done + elements };
          if (event?.type === 'catalog.rewind.finished') await side.remove('processes', id);
          else await side.put<RewindProcess>('processes', next);
          await alongside?.(side, event, own.slice);
        },
      },
      ownOrigin(false),
    );
    this.pace.took(elements, held.ms());
    return isMine;
  }

  async finish(): Promise<void> {
    if (this.stopping.aborted) return;
    const event = { type: 'catalog.rewind.finished' as const, process: this.process.id };
    await this.command(0, { name: 'finish-rewind', read: async () => null, decide: () => ({ event }) });
  }
}

const nothing: Decision<null> = { event: null, answer: null };
