import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@skyshelf/mongod';
import { opsRequest } from './ops-request.js';

const root = resolve(import.meta.dirname, '../../..');
const main = join(root, 'deploy/standalone/dist/main.js');

export interface LaunchOptions {
  /** Default: a new temporary folder, removed by `dispose()`. */
  dataFolder?: string;
  /** Default: a free one, kept over `restart()`. */
  port?: number;
  env?: Record<string, string>;
  /** Put before the command, e.g. `['strace', '-f', '-o', file]`. */
  wrapper?: readonly string[];
  readyWithinMs?: number;
}

/** The product as its users run it: the built standalone in a process of its own. */
export interface LaunchedSkyshelf {
  url: string;
  dataFolder: string;
  /** Id of the Node process; changes with `restart()`. */
  pid(): number;
  mongodPid(): number;
  /** Milliseconds from spawn to the ready line of the last start. */
  startedInMs(): number;
  /** All that the present process has printed. */
  output(): string;
  /** An access token with sub `local|<user>`; the account is created on first use. */
  token(user: string): Promise<string>;
  /** Over the operator's socket. */
  ops<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** `kill -9` of the Node process; mongod stays behind as an orphan, as it would. */
  kill(): Promise<void>;
  /** `kill -9` of mongod alone. */
  killMongod(): void;
  /** Starts again on the same data and port. */
  restart(): Promise<void>;
  /** Ctrl+C; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Stops and removes a temporary data folder. */
  dispose(): Promise<void>;
}

/**
 * Starts the built standalone and waits for its ready line.
 * @throws {Error} with what it printed when it does not get ready in time
 */
export async function launchSkyshelf(options: LaunchOptions = {}): Promise<LaunchedSkyshelf> {
  if (!existsSync(main)) throw new Error('The standalone is not built. Run: npm run build');
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'skyshelf-run-'));
  const port = options.port ?? (await freePort());
  const opsSocket = join(dataFolder, 'run', 'ops.sock');
  let run = await startProcess(options, dataFolder, port);
  const onExit = () => run.child.kill('SIGKILL');
  process.on('exit', onExit);
  const ops = <T>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    opsRequest<T>(opsSocket, method, path, body);
  /** Not the child's id when a wrapper runs it. */
  const pid = () =>
    options.wrapper
      ? (JSON.parse(readFileSync(join(dataFolder, 'run', 'holder.json'), 'utf8')) as { pid: number }).pid
      : (run.child.pid ?? 0);
  const stop = async () => {
    if (run.child.exitCode === null && run.child.signalCode === null) {
      process.kill(pid(), 'SIGINT');
      await once(run.child, 'exit');
    }
    return run.child.exitCode;
  };
  const mongodPid = () =>
    (
      JSON.parse(readFileSync(join(dataFolder, 'database', 'skyshelf-owner.json'), 'utf8')) as {
        mongodPid: number;
      }
    ).mongodPid;
  return {
    url: `http://127.0.0.1:${port}`,
    dataFolder,
    pid,
    mongodPid,
    startedInMs: () => run.startedInMs,
    output: () => run.output(),
    token: async (user) =>
      (await ops<{ access_token: string }>('POST', '/internal/token', { user })).access_token,
    ops,
    kill: async () => {
      if (run.child.signalCode !== null || run.child.exitCode !== null) return;
      const gone = once(run.child, 'exit');
      process.kill(pid(), 'SIGKILL');
      await gone;
    },
    killMongod: () => void process.kill(mongodPid(), 'SIGKILL'),
    restart: async () => {
      run = await startProcess(options, dataFolder, port);
    },
    stop,
    dispose: async () => {
      await stop();
      process.off('exit', onExit);
      if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Run {
  child: ChildProcess;
  startedInMs: number;
  output(): string;
}

async function startProcess(options: LaunchOptions, dataFolder: string, port: number): Promise<Run> {
  const [command = '', ...rest] = [...(options.wrapper ?? []), process.execPath, main];
  const began = performance.now();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ...options.env,
    PORT: String(port),
    SKYSHELF_DATA: dataFolder,
  };
  const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await readyLine(child, () => printed, options.readyWithinMs ?? 30_000);
  return { child, startedInMs: performance.now() - began, output: () => printed };
}

function readyLine(child: ChildProcess, printed: () => string, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`Skyshelf did not get ready: ${why}\n${printed()}`));
    };
    const timer = setTimeout(() => fail(`nothing after ${patienceMs} ms`), patienceMs);
    child.once('exit', (code, signal) => fail(`it ended (${code ?? signal})`));
    child.stdout?.on('data', () => {
      if (!printed().includes('Skyshelf is ready at')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
