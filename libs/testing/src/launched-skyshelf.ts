import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@skyshelf/mongod';
import { z } from 'zod';
import { opsRequest } from './ops-request.js';
import { startReady, type ProcessOptions, type ReadyProcess } from './skyshelf-process.js';

const main = resolve(import.meta.dirname, '../../../deploy/standalone/dist/main.js');

/** What the running product notes of itself in its data folder. */
const holder = z.object({ pid: z.number() });
const owner = z.object({ mongodPid: z.number() });

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

/**
 * Starts the built standalone and waits for its ready line.
 * @throws {Error} with what it printed when it does not get ready in time
 */
export async function launchSkyshelf(options: LaunchOptions = {}): Promise<LaunchedSkyshelf> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'skyshelf-run-'));
  const port = options.port ?? (await freePort());
  const command = standaloneProcess(dataFolder, port, options);
  return new LaunchedSkyshelf(options, dataFolder, port, command, await startReady(command));
}

/** How the built standalone is run on a data folder. @throws {Error} when it is not built */
export function standaloneProcess(
  dataFolder: string,
  port: number,
  { env = {}, wrapper = [], readyWithinMs }: LaunchOptions = {},
): ProcessOptions {
  if (!existsSync(main)) throw new Error('The standalone is not built. Run: npm run build');
  const command = [...wrapper, process.execPath, main];
  const settings = { NODE_ENV: 'production', ...env, PORT: String(port), SKYSHELF_DATA: dataFolder };
  return { command, env: { ...process.env, ...settings }, readyWithinMs };
}

/** The product as its users run it: the built standalone in a process of its own. */
export class LaunchedSkyshelf {
  readonly url: string;

  constructor(
    private readonly options: LaunchOptions,
    readonly dataFolder: string,
    port: number,
    private readonly command: ProcessOptions,
    private run: ReadyProcess,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Id of the Node process; changes with `restart()`. Not the child's id when a wrapper runs it. */
  pid(): number {
    const { pid } = this.run.child;
    return this.options.wrapper || pid === undefined ? holder.parse(this.note('run/holder.json')).pid : pid;
  }

  mongodPid(): number {
    return owner.parse(this.note('database/skyshelf-owner.json')).mongodPid;
  }

  /** Milliseconds from spawn to the ready line of the last start. */
  startedInMs(): number {
    return this.run.startedInMs;
  }

  /** All that the present process has printed. */
  output(): string {
    return this.run.output();
  }

  /** An access token with sub `local|<user>`; the account is created on first use. */
  async token(user: string): Promise<string> {
    return (await this.ops<{ access_token: string }>('POST', '/internal/token', { user })).access_token;
  }

  /** Over the operator's socket. */
  ops<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return opsRequest<T>(join(this.dataFolder, 'run', 'ops.sock'), method, path, body);
  }

  /** `kill -9` of the Node process; mongod stays behind as an orphan, as it would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** `kill -9` of mongod alone. */
  killMongod(): void {
    process.kill(this.mongodPid(), 'SIGKILL');
  }

  /** Starts again on the same data and port. */
  async restart(): Promise<void> {
    this.run = await startReady(this.command);
  }

  /** Ctrl+C; resolves with the exit code. */
  async stop(): Promise<number | null> {
    await this.end('SIGINT');
    return this.run.child.exitCode;
  }

  /** Stops and removes a temporary data folder. */
  async dispose(): Promise<void> {
    await this.stop();
    if (!this.options.dataFolder) rmSync(this.dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.run.runs()) return;
    const gone = once(this.run.child, 'exit');
    if (this.options.wrapper) process.kill(this.pid(), signal);
    else this.run.child.kill(signal);
    await gone;
  }

  private note(file: string): unknown {
    return JSON.parse(readFileSync(join(this.dataFolder, file), 'utf8'));
  }
}
