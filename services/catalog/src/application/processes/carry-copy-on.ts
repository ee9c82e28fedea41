import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import type { CopyProcess } from '../../domain/long-process.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import { cancellingCopy, copyChunk, finishCopy, type ChunkDone } from '../commands/copy-in-chunks.js';
import type { ChunkPace } from './chunk-pace.js';
import { lacksRoom, withHeldRoom } from './end-holds.js';
import { planCopy } from './plan-copy.js';

/** However much is moved while it runs, a copy ends. */
const mostPasses = 5;

/**
 * Replans each time: ids are deterministic, so copied elements are skipped. If something moved, the source is
 * passed again: it may have gone from an unseen place to a seen one.
 */
export async function carryCopyOn(
  catalog: Catalog,
  drive: DriveId,
  process: CopyProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  let since = await catalog.store.version(drive);
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const between = new OthersCommands(catalog, drive, since);
    for await (const portion of planCopy(catalog, drive, process, pace)) {
      if (stopping.aborted) return;
      const done = await copyOrGiveUp(catalog, drive, process.id, portion);
      if (done.over) return;
      pace.took(portion.length, done.heldMs);
      await between.look(done);
    }
    if (stopping.aborted) return;
    const end = await catalog.store.version(drive);
    await between.look({ before: end, after: end });
    if (!between.haveMoved) break;
    since = end;
  }
  await finishCopy(catalog, drive, process.id);
}

class OthersCommands {
  haveMoved = false;

  constructor(
    private readonly catalog: Catalog,
    private readonly drive: DriveId,
    private seen: number,
  ) {}

  /** The chunks' own events are large and need no look. */
  async look({ before, after }: Pick<ChunkDone, 'before' | 'after'>): Promise<void> {
    const count = before - this.seen;
    const events =
      count > 0 && !this.haveMoved ? await this.catalog.store.events(this.drive, this.seen, count) : [];
    if (events.some(({ data }) => data.type === 'catalog.elements.moved')) this.haveMoved = true;
    this.seen = Math.max(this.seen, after);
  }
}

async function copyOrGiveUp(
  catalog: Catalog,
  drive: DriveId,
  process: string,
  portion: Parameters<typeof copyChunk>[3],
): Promise<ChunkDone> {
  try {
    return await withHeldRoom(catalog, drive, () => copyChunk(catalog, drive, process, portion));
  } catch (error) {
    if (!(error instanceof DomainError) || !lacksRoom(error)) throw error;
    const opId = `${process}:no-room` as OpId;
    await catalog.store.withDrive(drive, opId, cancellingCopy(process, 'no-room'), ownOrigin(false));
    return { over: true, before: 0, after: 0, heldMs: 0 };
  }
}
