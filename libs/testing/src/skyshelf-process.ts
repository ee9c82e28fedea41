import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** The command to run and its settings. */
export interface ProcessOptions {
  command: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Default: where this process stands. */
  cwd?: string;
  /**
   * In a process group of its own, as a terminal starts a command. Otherwise it stops by itself when this
   * process is gone.
   */
  ownGroup?: boolean;
  /** Default: 30,000 ms. */
  readyWithinMs?: number | undefined;
}

/** A process of Skyshelf, started by whatever command. */
export interface SkyshelfProcess {
  child: ChildProcess;
  /** All it has printed so far, on both streams. */
  output(): string;
  /** True until it has ended by itself or by a signal. */
  runs(): boolean;
  /** Resolves with the exit code when it has ended and closed its streams; null after a signal. */
  ended(): Promise<number | null>;
}

/** A process of Skyshelf that has said that it is ready. */
export interface ReadyProcess extends SkyshelfProcess {
  /** Milliseconds from spawn to the ready line. */
  startedInMs: number;
}

/** Starts a process and collects what it prints. */
export function spawnSkyshelf({ command, env, cwd, ownGroup = false }: ProcessOptions): SkyshelfProcess {
  const [program = '', ...words] = command;
  const channel = ownGroup ? [] : ['ipc' as const];
  const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const, ...channel];
  const child = spawn(program, words, { env, cwd, detached: ownGroup, stdio });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const closed = once(child, 'close');
  closed.catch(() => {});
  return {
    child,
    output: () => printed,
    runs: () => child.exitCode === null && child.signalCode === null,
    ended: async () => {
      await closed;
      return child.exitCode;
    },
  };
}

/**
 * Starts a process and waits for its ready line.
 * @throws {Error} with what it printed when it ends before, or is not ready in time; then it is killed
 */
export async function startReady(options: ProcessOptions): Promise<ReadyProcess> {
  const began = performance.now();
  const started = spawnSkyshelf(options);
  await readyLine(started, options.readyWithinMs ?? 30_000);
  return { ...started, startedInMs: performance.now() - began };
}

function readyLine({ child, output }: SkyshelfProcess, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`Skyshelf did not get ready: ${why}\n${output()}`));
    };
    const timer = setTimeout(() => fail(`nothing after ${timeoutMs} ms`), timeoutMs);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) => fail(`it ended (${code ?? signal})`));
    child.stdout?.on('data', () => {
      if (!output().includes('Skyshelf is ready at')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

export interface FolderProcess {
  pid: number;
  command: string;
}

/**
 * Every living process that was started for a folder: named on its command line or in its environment, as all
 * children inherit it. Linux only; elsewhere there is none to be found.
 */
export function processesOf(folder: string): FolderProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(name, 'cmdline'), env: read(name, 'environ') }))
    .filter(
      ({ pid, command, env }) => pid !== process.pid && command !== '' && names(`${command} ${env}`, folder),
    )
    .map(({ pid, command }) => ({ pid, command: command.trim() }));
}

/** Not a neighbouring folder whose name only begins alike. */
const names = (text: string, folder: string): boolean =>
  text
    .split(folder)
    .slice(1)
    .some((rest) => !/^[\w.-]/.test(rest));

/** `kill -9` of each; those that are gone already are passed over. */
export function killAll(processes: readonly { pid: number }[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
