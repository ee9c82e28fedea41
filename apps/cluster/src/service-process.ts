import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { dirname } from 'node:path';

export interface ProcessCommand {
  /** Example: `catalog-1` */
  name: string;
  main: string;
  env: Readonly<Record<string, string | undefined>>;
  logFile: string;
  flags?: readonly string[] | undefined;
}

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

const TAIL_CHARACTERS = 2_000;

/** A young generation of 8 MB instead of 16 and two glibc heaps: ten such processes share a machine. */
const LITTLE_MEMORY = ['--max-semi-space-size=8'];

/** Stops when we die, and without draining when we close the channel. */
export class ServiceProcess {
  readonly pid: number;
  readonly startedAt = performance.now();
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private answered = false;

  constructor(private readonly command: ProcessCommand) {
    const { main, env, logFile, flags = [] } = command;
    const log = openLog(logFile);
    try {
      this.child = spawn(
        process.execPath,
        [
          '--enable-source-maps',
          '--disable-warning=TimeoutNegativeWarning',
          ...LITTLE_MEMORY,
          ...flags,
          main,
        ],
        // Ctrl+C reaches us alone, and we stop it in order.
        { env: { MALLOC_ARENA_MAX: '2', ...env }, stdio: ['ignore', log, log, 'ipc'], detached: true },
      );
    } finally {
      closeSync(log);
    }
    // A child that could not be spawned, or a message to one that has just ended, emits it.
    this.child.on('error', () => undefined);
    if (this.child.pid === undefined) throw new Error(`${command.name} could not be started.`);
    this.pid = this.child.pid;
    this.ended = once(this.child, 'exit').then(() => undefined);
  }

  get name(): string {
    return this.command.name;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get hasAnswered(): boolean {
    return this.answered;
  }

  heard(): void {
    this.answered = true;
  }

  /** Describes the end for people: `exit code 78`. */
  get outcome(): string {
    const { exitCode, signalCode } = this.child;
    return signalCode ?? `exit code ${exitCode}`;
  }

  whenEnded(): Promise<void> {
    return this.ended;
  }

  lastWords(): string {
    return readFileSync(this.command.logFile, 'utf8').slice(-TAIL_CHARACTERS).trim();
  }

  /** It drains, then finishes what has begun. */
  async leave(withinMs: number): Promise<void> {
    this.child.kill('SIGTERM');
    await this.endWithin(withinMs);
  }

  /** Stops without draining. */
  async stop(withinMs: number): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    else this.child.kill('SIGTERM');
    await this.endWithin(withinMs);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private async endWithin(ms: number): Promise<void> {
    const timer = setTimeout(() => this.kill(), ms);
    await this.ended;
    clearTimeout(timer);
  }
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  try {
    if (statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // There is none yet.
  }
  return openSync(file, 'a', 0o600);
}
