import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

export interface ProductProcess {
  pid(): number;
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it, again after a kill; resolves with its ready line. */
  start(): Promise<void>;
  /** Asks it to stop and waits; kills it when it takes longer than a minute. */
  stop(): Promise<void>;
}

export interface ProductCommand {
  command: readonly string[];
  env: Record<string, string>;
  /** Everything it prints is appended here. */
  log: string;
  readyWithinMs: number;
}

/**
 * A process of the product, started again and again with the same command. It stops by itself when this
 * process is gone.
 */
export function productProcess({ command, env, log, readyWithinMs }: ProductCommand): ProductProcess {
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill(signal);
    await gone;
  };
  return {
    pid: () => child?.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: async () => {
      const timer = setTimeout(() => child?.kill('SIGKILL'), 60_000);
      await end('SIGINT').finally(() => clearTimeout(timer));
    },
    start: async () => {
      const [program = '', ...words] = command;
      child = spawn(program, words, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      await readyLine(child, log, readyWithinMs);
    },
  };
}

function readyLine(child: ChildProcess, log: string, timeoutMs: number): Promise<void> {
  const file = createWriteStream(log, { flags: 'a' });
  let printed = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`Skyshelf did not get ready: ${why}\n${printed.slice(-2_000)}`));
    };
    const timer = setTimeout(() => fail(`nothing after ${timeoutMs} ms`), timeoutMs);
    const ended = (why: string) => (clearTimeout(timer), fail(why));
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        file.write(chunk);
        printed = (printed + chunk).slice(-10_000);
        if (!printed.includes('Skyshelf is ready at')) return;
        clearTimeout(timer);
        resolve();
      });
    child.once('error', (error) => ended(error.message));
    child.once('close', (code, signal) => {
      file.end();
      ended(`it ended (${code ?? signal})`);
    });
  });
}
