import { randomBytes } from 'node:crypto';
import { DomainError, type BlobId, type DriveId } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import type { Caller } from '@skyshelf/tokens';
import type { Job } from './job.js';
import { liveFileOf, type LiveFile } from '../domain/live-segments.js';

/** A film that can be watched while it is converted. */
export interface LiveRun {
  /** The text of its list. */
  readonly list: string;
  /** The path of its head or of a segment, waited for; null: there is no such segment. @throws DomainError live.ended */
  file(file: Exclude<LiveFile, 'list'>): Promise<string | null>;
  /** Bytes of all that is kept of it. */
  readonly bytes: number;
  /** Whether its conversion has come to an end. */
  readonly hasEnded: boolean;
  /** Ends what runs for it and removes its files. */
  close(): Promise<void>;
}

/** Where a conversion shows its film meanwhile. */
export interface LiveStage {
  /** A new folder for a run, outside the job's workspace: its files may stay a little longer than the job. */
  folder(): Promise<string>;
  /** Its first segment is there. False: the run is the caller's to close. */
  show(run: LiveRun): Promise<boolean>;
  /** Nothing more comes of it: who asks is told of the next run only. */
  withdraw(run: LiveRun): Promise<void>;
}

export interface LiveFilmsDeps {
  makeFolder(): Promise<string>;
  /** Notes on the job under which name its film is shown, or that it is not. False: the job is another worker's by now. */
  record(job: Job, run: string | null): Promise<boolean>;
  /** Whether an element of the drive has these bytes, at this moment. */
  isLive(drive: DriveId, blobId: BlobId): Promise<boolean>;
  logger: Logger;
}

interface Shown {
  run: LiveRun;
  drive: DriveId;
  blobId: BlobId;
  asked: number;
}

/** A run that has come to its end stays for a player that still reads it, milliseconds since it last asked. */
const GRACE_MS = 60_000;
/** Of runs that have come to their end so much is kept at most, bytes. */
const MOST_KEPT = 1024 ** 3;
const SWEEP_MS = 5000;

export type LiveAnswer = { list: string } | { path: string };

/** The films that this process shows while it converts them. */
export class LiveFilms {
  /** What this process is called in the names of what it shows: see `holderOf`. */
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

  /** What is shown of the film of a job. */
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
        // Whatever is wrong with the database: the end of the job says so.
        await this.deps.record(job, null).catch(() => {});
      },
    };
  }

  /**
   * A file of a film that the caller may watch.
   * @throws DomainError live.ended: it is not here (any more); file.not-found: it is another's, its last element is gone, or there is no such segment
   */
  async read({ drive }: Pick<Caller, 'drive'>, id: string, name: string): Promise<LiveAnswer> {
    const found = this.shown.get(id);
    if (!found) throw new DomainError('live.ended');
    if (found.drive !== drive || !(await this.deps.isLive(drive, found.blobId)))
      throw new DomainError('file.not-found');
    found.asked = performance.now();
    const file = liveFileOf(name);
    if (file === 'list') return { list: found.run.list };
    const path = file === null ? null : await found.run.file(file);
    if (path === null) throw new DomainError('file.not-found');
    return { path };
  }

  /** Removes runs that have ended and that no one reads any more; the longest unread ones too when they are too many. */
  async sweep(now = performance.now()): Promise<void> {
    const ended = [...this.shown]
      .filter(([, { run }]) => run.hasEnded)
      .sort(([, a], [, b]) => b.asked - a.asked);
    let kept = 0;
    for (const [id, { run, asked }] of ended) {
      kept += run.bytes;
      if (now - asked > GRACE_MS || kept > MOST_KEPT) await this.end(id);
    }
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
