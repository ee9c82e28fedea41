import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import { isHeld } from '../../domain/held-deletion.js';
import type { LongProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { carryOn } from './carry-on.js';
import { fullChunks, type ChunkPace } from './chunk-pace.js';
import { HoldTimers, type Later } from './hold-timers.js';

export interface RunnerOptions {
  /** Drives in which something is carried through at the same time. */
  parallel: number;
  /** Between two tries of a chunk that failed, milliseconds. */
  retryMs: number;
  /** How large the chunks of one process are; default as large as a transaction may be. */
  pace?(): ChunkPace;
  /** Ends early when the signal says so. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** For deletions that wait to be undone. Without it they are looked at when the drive is woken. */
  later?: Later;
}

/**
 * Carries long commands through (deletions, copies, changes of tags), chunk by chunk, a drive's one after the
 * other; users' commands pass between the chunks. Where it stands is in the database, so it goes on after a crash, and two of them do no
 * harm.
 */
export class ProcessRunner {
  private readonly waiting = new Set<DriveId>();
  private readonly running = new Map<DriveId, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly holds: HoldTimers;
  /** Where each drive's processes stood at the last look. */
  private lastPlaces: ReadonlyMap<DriveId, string> = new Map();

  constructor(
    private readonly catalog: Catalog,
    private readonly logger: Pick<Logger, 'error' | 'warn'>,
    private readonly options: RunnerOptions,
  ) {
    this.holds = new HoldTimers(options.later ?? (() => () => undefined), (drive) => this.wake(drive));
  }

  /** There is something to go on with in a drive. */
  wake(drive: DriveId): void {
    this.waiting.add(drive);
    this.startNext();
  }

  /** Goes on with what an earlier process of ours has begun. */
  async resume(): Promise<void> {
    for await (const drive of this.catalog.store.drivesWith('processes')) this.wake(drive);
  }

  /**
   * Takes up what another process has begun and does not go on with: its replica was killed, or taken away for good. What stands where it stood at the last
   * look counts as such.
   */
  async takeUpStalled(): Promise<void> {
    const places = new Map<DriveId, string>();
    for await (const drive of this.catalog.store.drivesWith('processes')) {
      if (this.running.has(drive) || this.waiting.has(drive)) continue;
      const place = await this.placeOf(drive);
      if (this.lastPlaces.get(drive) === place) this.wake(drive);
      else places.set(drive, place);
    }
    this.lastPlaces = places;
  }

  /** Nothing is waiting or running. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  /** Lets the chunk under way end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.holds.stop();
    await Promise.all(this.running.values());
  }

  private startNext(): void {
    for (const drive of this.waiting) {
      if (this.stopping.signal.aborted || this.running.size >= this.options.parallel) return;
      if (this.running.has(drive)) continue;
      this.waiting.delete(drive);
      const run = this.carryThrough(drive).finally(() => {
        this.running.delete(drive);
        this.startNext();
      });
      this.running.set(drive, run);
    }
  }

  private async carryThrough(drive: DriveId): Promise<void> {
    for (let attempt = 1; !this.stopping.signal.aborted; attempt += 1) {
      try {
        return await this.finishAll(drive);
      } catch (error) {
        if (error instanceof DomainError && error.code === 'drive.closed') return;
        this.logger.warn(
          { err: error, drive, attempt },
          'A long command was interrupted and goes on after a pause.',
        );
        await this.options.pause(Math.min(this.options.retryMs * 2 ** attempt, 30_000), this.stopping.signal);
      }
    }
  }

  private async placeOf(drive: DriveId): Promise<string> {
    const { due } = await this.processesOf(drive);
    return due.map(({ id, chunk }) => `${id}:${chunk}`).join(' ');
  }

  private async finishAll(drive: DriveId): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const { due, heldUntil } = await this.processesOf(drive);
      if (heldUntil !== null) this.holds.set(drive, heldUntil, this.catalog.clock.now().getTime());
      const [process] = due;
      if (!process) return;
      const pace = this.options.pace?.() ?? fullChunks;
      await carryOn(this.catalog, drive, process, pace, this.stopping.signal);
    }
  }

  /** What there is to do, and when there is more: null, when no deletion waits. */
  private async processesOf(drive: DriveId): Promise<{ due: LongProcess[]; heldUntil: number | null }> {
    const reader = await this.catalog.store.reader(drive);
    const all = await reader.side<LongProcess>('processes').find({});
    const now = this.catalog.clock.now();
    const held = all.filter((process) => isHeld(process, now)).map(({ heldUntil }) => heldUntil);
    return {
      due: all.filter((process) => !isHeld(process, now)),
      heldUntil: held.length === 0 ? null : Math.min(...held),
    };
  }
}
