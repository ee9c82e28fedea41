import { DomainError, ROOT_ID, type DriveId, type OpId, limits, type ElementId } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import { ownOrigin, type Catalog } from '../catalog.js';
import { increasesDepth } from '../../domain/decision.js';

/** Folders made during a count void it. */
const tries = 3;
const mostKnown = 1000;

/**
 * Recounts drives whose depth bound is too high or unknown: it only grows, and old drives have none. Outside
 * transactions; no one waits. After a crash it is counted when needed again.
 */
export class DepthCounter {
  private readonly waiting = new Set<DriveId>();
  /** The last count: recounting the same is useless. */
  private readonly counted = new Map<DriveId, number>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly catalog: Pick<Catalog, 'store' | 'ids'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  wake(drive: DriveId): void {
    if (this.stopping.signal.aborted) return;
    this.waiting.add(drive);
    this.running ??= this.run();
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    for (const drive of this.waiting) {
      this.waiting.delete(drive);
      if (!this.stopping.signal.aborted) await this.count(drive);
    }
    this.running = null;
  }

  private async count(drive: DriveId): Promise<void> {
    try {
      for (let tried = 1; tried <= tries; tried += 1) if (await this.attempt(drive)) return;
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      if (error instanceof DomainError && error.code === 'drive.closed') return;
      this.logger.warn({ err: error, drive }, 'How deep a drive is could not be counted.');
    }
  }

  private async attempt(drive: DriveId): Promise<boolean> {
    const { store, ids } = this.catalog;
    const { depth } = (await store.state(drive)).bounds;
    if (depth !== undefined && depth === this.counted.get(drive)) return true;
    const measured = await measureLevels(this.catalog, drive, [ROOT_ID], this.stopping.signal);
    const opId = `count-depth:${ids.next()}` as OpId;
    const holds = await store.withDrive(
      drive,
      opId,
      {
        name: 'count-depth',
        payload: { levels: measured.levels },
        read: (reader) => isStillValid(this.catalog, drive, measured, reader.state().version),
        decide: (answer) => ({ event: null, answer }),
        alongside: async (side, { answer }) => {
          if (answer) await side.bound('depth', measured.levels);
        },
      },
      ownOrigin(false),
    );
    if (holds) this.remember(drive, measured.levels);
    return holds;
  }

  private remember(drive: DriveId, levels: number): void {
    this.counted.delete(drive);
    this.counted.set(drive, levels);
    if (this.counted.size > mostKnown) this.counted.delete(this.counted.keys().next().value ?? drive);
  }
}

const foldersAtOnce = 200;
/** A full recount is as fast as reading more events than this. */
const mostEvents = 500;

export interface MeasuredLevels {
  levels: number;
  version: number;
}

/** Counts any number of folders, outside of any transaction. */
export async function measureLevels(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  folders: readonly ElementId[],
  stopping?: AbortSignal,
): Promise<MeasuredLevels> {
  const version = await store.version(drive);
  const reader = await store.reader(drive);
  let level = [...folders];
  for (let levels = 0; ; levels += 1) {
    const next: ElementId[] = [];
    for (let start = 0; start < level.length; start += foldersAtOnce) {
      stopping?.throwIfAborted();
      const parentId = { in: level.slice(start, start + foldersAtOnce) };
      const found = await reader.find({ parentId, class: 'folder' }, { order: 'any' });
      next.push(...found.map(({ id }) => id));
    }
    if (next.length === 0 || levels >= limits.maxDepth) return { levels, version };
    level = next;
  }
}

/**
 * Checks that no event since then could have deepened a tree. For use inside a command; unseen events count as if they
 * could.
 */
export async function isStillValid(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  { version }: MeasuredLevels,
  now: number,
): Promise<boolean> {
  if (now - version > mostEvents) return false;
  const since = await store.events(drive, version, mostEvents);
  return since.length === now - version && !since.some(({ data }) => increasesDepth(data));
}
