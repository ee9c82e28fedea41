import { randomBytes } from 'node:crypto';
import { DomainError, type BlobId, type DriveId } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import type { Reach } from '@skyshelf/tokens';
import type { Job } from './job.js';
import { liveFileOf, runsToClose, type LiveFile } from '../domain/live-segments.js';

/** Can be watched while it is converted. */
export interface LiveRun {
  readonly list: string;
  /** Path of its head or of a segment, waited for; null: no such segment. @throws DomainError live.ended */
  file(file: Exclude<LiveFile, 'list'>): Promise<string | null>;
  readonly bytes: number;
  readonly hasEnded: boolean;
  close(): Promise<void>;
}

export interface LiveStage {
  /** The folder lies outside of the workspace, because its files may outlive the job. */
  folder(): Promise<string>;
  /** False: the run is the caller's to close. */
  show(run: LiveRun): Promise<boolean>;
  /** Viewers get the next run only. */
  withdraw(run: LiveRun): Promise<void>;
}

export interface LiveFilmsDeps {
  makeFolder(): Promise<string>;
  /** Null: not shown. False: another worker has the job by now. */
  record(job: Job, run: string | null): Promise<boolean>;
  isLive(reach: Reach, blobId: BlobId): Promise<boolean>;
  logger: Logger;
}

interface Shown {
  run: LiveRun;
  drive: DriveId;
  blobId: BlobId;
  asked: number;
}

const SWEEP_MS = 5000;

export type LiveAnswer = { list: string } | { path: string };

export class LiveFilms {
  /** This process in the names of what it shows: see `holderOf`. */
  readonly holder = randomBytes(6).toString('base64url');
  private readonly shown = new Map<string, Shown>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: LiveFilmsDeps) {}

  start(): void {
    this.timer ??= setInterval(() => void this.sweep(), SWEEP_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all([...this.shown.keys()].map((id) => this.end(id)));
  }

  stageOf(job: Job): LiveStage | undefined {
    const { drive, source } = job;
    if (!('blobId' in source)) return undefined;
    const { blobId } = source;
    return {
      folder: () => this.deps.makeFolder(),
      show: async (run) => {
        const id = this.holder + randomBytes(18).toString('base64url');
        this.shown.set(id, { run, drive, blobId, asked: performance.now() });
        const isShown = await this.deps.record(job, id);
        if (!isShown) this.shown.delete(id);
        return isShown;
      },
      withdraw: async (run) => {
        const id = [...this.shown].find(([, shown]) => shown.run === run)?.[0];
        if (id === undefined) return;
        this.shown.delete(id);
        // A trouble of the database shows at the job's end.
        await this.deps.record(job, null).catch(() => {});
      },
    };
  }

  /**
   * @throws DomainError live.ended: not here (any more); file.not-found: another's, without elements, no such
   * segment
   */
  async read(reach: Reach, id: string, name: string): Promise<LiveAnswer> {
    const found = this.shown.get(id);
    if (!found) throw new DomainError('live.ended');
    if (found.drive !== reach.drive || !(await this.deps.isLive(reach, found.blobId)))
      throw new DomainError('file.not-found');
    found.asked = performance.now();
    const file = liveFileOf(name);
    if (file === 'list') return { list: found.run.list };
    const path = file === null ? null : await found.run.file(file);
    if (path === null) throw new DomainError('file.not-found');
    return { path };
  }

  /** Closes ended runs that are not kept. */
  async sweep(now = performance.now()): Promise<void> {
    const ended = [...this.shown].filter(([, { run }]) => run.hasEnded);
    const runs = ended.map(([id, { run, asked }]) => ({ id, bytes: run.bytes, asked }));
    for (const { id } of runsToClose(runs, now)) await this.end(id);
  }

  private async end(id: string): Promise<void> {
    const found = this.shown.get(id);
    this.shown.delete(id);
    await found?.run
      .close()
      .catch((error: unknown) =>
        this.deps.logger.warn({ err: error }, 'the files of a film that was watched could not be removed'),
      );
  }
}
