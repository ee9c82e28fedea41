import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, lives } from '@skyshelf/host';
import { waitUntil } from '../wait-until.js';
import { lastErrors, logTail } from './log-tail.js';
import { readProcessNote, removeProcessNote, writeProcessNote } from './process-note.js';
import { spawnServer, type Launch } from './spawn-server.js';

/** Found by a note in its folder: any process that opens the folder can watch and stop it. */
export class ServerProcess {
  readonly log: string;
  readonly #note: string;

  constructor(
    readonly name: string,
    readonly folder: string,
  ) {
    this.log = join(folder, 'server.log');
    this.#note = join(folder, 'process.json');
  }

  /** 0 when there never was one. */
  pid(): number {
    return readProcessNote(this.#note)?.pid ?? 0;
  }

  isRunning(): boolean {
    const note = readProcessNote(this.#note);
    return note !== undefined && lives(note);
  }

  /** Its owner has died: its guard is about to stop it. */
  isOrphan(): boolean {
    const note = readProcessNote(this.#note);
    return note !== undefined && note.owner !== null && lives(note) && !lives(note.owner);
  }

  /** @param bound true: it ends when this process does */
  async spawn(launch: Launch, bound: boolean): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const pid = await spawnServer(launch, this.log, bound);
    writeProcessNote(this.#note, { ...identityOf(pid), owner: bound ? identityOf(process.pid) : null });
  }

  /** If it runs. */
  signal(name: NodeJS.Signals): void {
    const note = readProcessNote(this.#note);
    if (!note || !lives(note)) return;
    try {
      process.kill(note.pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#gone(10_000);
  }

  /** Killed after `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    this.signal('SIGTERM');
    this.signal('SIGCONT');
    await this.#gone(timeoutMs).catch(() => this.kill());
    removeProcessNote(this.#note);
  }

  /**
   * @throws {Error} with the end of the log when `ready` does not come true in time, or the process ends
   * before
   */
  async waitFor(ready: () => Promise<boolean>, deadlineMs: number): Promise<void> {
    const fail = (what: string) =>
      new Error(
        `${this.name} ${what}.\n${lastErrors(this.log)}\nThe end of ${this.log}:\n${logTail(this.log)}`,
      );
    const ask = async () => {
      if (await ready()) return true;
      if (!this.isRunning()) throw fail('has ended while it was starting');
      return false;
    };
    await waitUntil(ask, { deadlineMs, complaint: '' }).catch((error: Error) => {
      throw error.message ? error : fail(`did not serve within ${deadlineMs / 1000} s`);
    });
  }

  #gone(deadlineMs: number): Promise<void> {
    const complaint = `${this.name} (process ${this.pid()}) does not end`;
    return waitUntil(() => !this.isRunning(), { deadlineMs, complaint, pollMs: 10 });
  }
}
