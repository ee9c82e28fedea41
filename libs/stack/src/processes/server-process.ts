import { mkdirSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, lives } from '@skyshelf/host';
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

  pid(): number {
    return readProcessNote(this.#note)?.pid ?? 0;
  }

  isRunning(): boolean {
    const note = readProcessNote(this.#note);
    return note !== undefined && lives(note);
  }

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

  signal(name: NodeJS.Signals): void {
    const note = readProcessNote(this.#note);
    if (!note || !lives(note)) return;
    try {
      process.kill(note.pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

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

/** @throws {Error} `complaint` after `deadlineMs`; what `ask` throws, at once */
export async function waitUntil(
  ask: () => boolean | Promise<boolean>,
  { deadlineMs, complaint, pollMs = 25 }: { deadlineMs: number; complaint: string; pollMs?: number },
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await ask())) {
    if (performance.now() > deadline) throw new Error(complaint);
    await pause(pollMs);
  }
}

export function logTail(path: string, lines = 12): string {
  const bytes = Math.max(4_096, lines * 400);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, bytes));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(file);
  }
}

/** Lines about errors: what follows one may be long. */
function lastErrors(path: string, lines = 3): string {
  const found = logTail(path, 400)
    .split('\n')
    .filter((line) => /\b(ERROR|FATAL)\b|Exception/.test(line));
  return found.slice(-lines).join('\n');
}
