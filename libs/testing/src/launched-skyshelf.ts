import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@skyshelf/host';
import { z } from 'zod';
import { eventually } from './eventually.js';
import {
  killAll,
  processesOf,
  startReady,
  type ProcessOptions,
  type ReadyProcess,
} from './skyshelf-process.js';
import {
  productMain,
  productMode,
  lowMemoryOptions,
  stackFolderOf,
  stackSettings,
  type ProductMode,
} from './product-mode.js';
import { RunningSkyshelf } from './running-skyshelf.js';

/** Ten processes need longer than one. */
const READY_WITHIN_MS: Record<ProductMode, number> = { standalone: 30_000, cluster: 120_000 };

const holder = z.object({ pid: z.number() });
const owner = z.object({ mongodPid: z.number() });

export interface LaunchOptions {
  /** Default: what the test run says, see `productMode`. */
  mode?: ProductMode;
  /** Default: a new temporary folder named after this process, `skyshelf-run-<pid>-…`, removed by `dispose()`. */
  dataFolder?: string;
  /** Default: a free one, kept over `restart()`. */
  port?: number;
  env?: Record<string, string>;
  /** Put before the command, e.g. `['strace', '-f', '-o', file]`. */
  wrapper?: readonly string[];
  /** Default: 30 s standalone, 120 s as a cluster. */
  readyWithinMs?: number;
}

/**
 * Starts the built product and waits for its ready line.
 * @throws {Error} with what it printed when it does not get ready in time
 */
export async function launchSkyshelf(options: LaunchOptions = {}): Promise<LaunchedSkyshelf> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), `skyshelf-run-${process.pid}-`));
  const port = options.port ?? (await freePort());
  const command = productProcess(dataFolder, port, options);
  try {
    return new LaunchedSkyshelf(options, dataFolder, port, command, await startReady(command));
  } catch (error) {
    if (!options.dataFolder) removeAll(dataFolder);
    throw error;
  }
}

function removeAll(dataFolder: string): void {
  killAll(processesOf(dataFolder));
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** How the product is run on a data folder, as set-up has packed it. */
export function productProcess(
  dataFolder: string,
  port: number,
  options: LaunchOptions = {},
): ProcessOptions {
  const { mode = productMode(), env = {}, wrapper = [] } = options;
  const main = productMain(mode);
  const sparing = lowMemoryOptions(mode);
  const settings = {
    ...sparing.env,
    NODE_ENV: 'production',
    ...stackSettings(mode, dataFolder),
    ...env,
    PORT: String(port),
    SKYSHELF_DATA: dataFolder,
  };
  return {
    command: [...wrapper, process.execPath, ...sparing.nodeArgs, main],
    env: { ...process.env, ...settings },
    readyWithinMs: options.readyWithinMs ?? READY_WITHIN_MS[mode],
  };
}

/** The product as its users run it, built, in processes of its own, started by the test. */
export class LaunchedSkyshelf extends RunningSkyshelf {
  private readonly mode: ProductMode;

  constructor(
    private readonly options: LaunchOptions,
    dataFolder: string,
    port: number,
    private readonly command: ProcessOptions,
    private run: ReadyProcess,
  ) {
    super(`http://127.0.0.1:${port}`, dataFolder);
    this.mode = options.mode ?? productMode();
  }

  /** Id of the process that was started; changes with `restart()`. Not the child's id when a wrapper runs it. */
  pid(): number {
    const { pid } = this.run.child;
    return this.options.wrapper || pid === undefined ? holder.parse(this.note('run/holder.json')).pid : pid;
  }

  /** @throws {Error} while none runs */
  mongodPid(): number {
    if (this.mode === 'standalone') return owner.parse(this.note('database/skyshelf-owner.json')).mongodPid;
    const servers = processesOf(stackFolderOf(this.dataFolder));
    const found = servers.find(({ command }) => /^\S*mongod .*--dbpath/.test(command));
    if (!found) throw new Error('The stack has no living mongod.');
    return found.pid;
  }

  startedInMs(): number {
    return this.run.startedInMs;
  }

  output(): string {
    return this.run.output();
  }

  /**
   * `kill -9` of every process of the product at once. Its servers stay: in standalone mongod as an orphan,
   * as it would; a cluster's servers are not its children to begin with.
   */
  async kill(): Promise<void> {
    if (this.mode === 'cluster') killAll(this.ownProcesses());
    await this.end('SIGKILL');
    // A process that was being started when the first blow fell.
    if (this.mode === 'cluster') killAll(this.ownProcesses());
  }

  /** `kill -9` of mongod alone. Its keeper starts it again: the standalone itself, the test run for a cluster. */
  killMongod(): void {
    process.kill(this.mongodPid(), 'SIGKILL');
  }

  async restart(): Promise<void> {
    this.run = await startReady(this.command);
  }

  /** Ctrl+C; resolves with the exit code. */
  async stop(): Promise<number | null> {
    await this.end('SIGINT');
    return this.run.child.exitCode;
  }

  /** Stops and removes a temporary data folder. @throws {Error} when a process of it stays behind; that is killed */
  async dispose(): Promise<void> {
    await this.stop();
    const left = await this.leftProcesses();
    if (!this.options.dataFolder) rmSync(this.dataFolder, { recursive: true, force: true, maxRetries: 5 });
    if (left.length > 0) throw new Error(`After its stop these ran on:\n${left.join('\n')}`);
  }

  private async leftProcesses(): Promise<string[]> {
    // After a kill a standalone's mongod is on its way out.
    await eventually(() => processesOf(this.dataFolder).length === 0, { timeoutMs: 15_000 }).catch(() => {});
    const left = processesOf(this.dataFolder);
    killAll(left);
    return left.map(({ command }) => command);
  }

  private ownProcesses() {
    const servers = join(this.dataFolder, 'stack');
    return processesOf(this.dataFolder).filter(({ command }) => !command.includes(servers));
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
