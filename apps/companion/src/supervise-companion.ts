import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@skyshelf/telemetry';

export interface SupervisedCompanionOptions {
  env: Readonly<Record<string, string | undefined>>;
  logFile: string;
  logger: Logger;
  /** Default: Companion's own main. */
  main?: string;
}

export interface SupervisedCompanion {
  /** Starts it once. Resolves when it is ready, after a restart too, or late. */
  wake(): Promise<void>;
  /** Null while it does not run. */
  pid(): number | null;
  stop(): Promise<void>;
}

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long is restarted at once. */
const STEADY_MS = 10_000;
const STOP_WITHIN_MS = 5_000;
/** The gateway waits for an answer this long. */
const READY_WITHIN_MS = 60_000;
/** Starts in a row that end before they are ready; then callers are answered at once. */
const TOLERATED_FAILURES = 3;

/** A child process, started on first use and restarted. Never throws: only its sources are off. */
export const superviseCompanion = (options: SupervisedCompanionOptions): SupervisedCompanion => {
  const kept = new CompanionKeeper(options);
  return { wake: () => kept.wake(), pid: () => kept.pid, stop: () => kept.stop() };
};

class CompanionKeeper {
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;
  #ready = Promise.withResolvers<void>();
  #kept: Promise<void> | undefined;
  #failures = 0;

  constructor(private readonly options: SupervisedCompanionOptions) {}

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async wake(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#kept ??= this.#keep();
    if (this.#failures >= TOLERATED_FAILURES) return;
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, this.#stopping.signal]);
    const late = pause(READY_WITHIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([this.#ready.promise, late]);
    end.abort();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const last = this.#child;
    last?.kill('SIGTERM');
    const timer = setTimeout(() => last?.kill('SIGKILL'), STOP_WITHIN_MS);
    await this.#kept;
    clearTimeout(timer);
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    let waitMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const began = performance.now();
      const outcome = await this.#run();
      if (signal.aborted) return;
      this.options.logger.error({ outcome }, 'Companion has ended, it is started again');
      if (performance.now() - began > STEADY_MS) waitMs = FIRST_PAUSE_MS;
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
      waitMs = Math.min(LONGEST_PAUSE_MS, waitMs * 2);
    }
  }

  /** @returns how it ended */
  async #run(): Promise<string> {
    let isReady = false;
    try {
      const child = started(this.options);
      this.#child = child;
      child.on('error', () => undefined);
      child.once('message', () => {
        isReady = true;
        this.#failures = 0;
        this.#ready.resolve();
      });
      await once(child, 'exit');
      return child.signalCode ?? `exit code ${child.exitCode}`;
    } catch (error) {
      return String(error);
    } finally {
      this.#child = null;
      if (!isReady) this.#failures += 1;
      if (this.#failures >= TOLERATED_FAILURES) this.#ready.resolve();
      if (isReady || this.#failures >= TOLERATED_FAILURES) this.#ready = Promise.withResolvers();
    }
  }
}

function started({ env, logFile, main = companionMain() }: SupervisedCompanionOptions): ChildProcess {
  const log = openLog(logFile);
  try {
    return spawn(process.execPath, ['--enable-source-maps', main], {
      env: { ...env, NODE_ENV: 'production' },
      // Its own group: Ctrl+C reaches only us, and we stop it in order.
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

/** Its packed file in a packed program. */
const companionMain = (): string => fileURLToPath(import.meta.resolve('@skyshelf/companion/main'));

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}
