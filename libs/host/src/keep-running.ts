import { setTimeout as pause } from 'node:timers/promises';
import type { MongodExit } from './mongod-process.js';
import type { MongodOptions } from './mongod-arguments.js';
import { startMongod, type RunningMongod } from './start-mongod.js';

export interface KeptMongod {
  uri: string;
  port: number;
  pid(): number;
  stop(): Promise<void>;
}

export interface KeepRunningListeners {
  onExit?(exit: MongodExit): void;
  onRestart?(pid: number): void;
  /** It is called after five restarts in a row. */
  onGiveUp(error: Error): void;
}

const ATTEMPTS = 5;

/** Restarts on the same port: clients need only their usual retries. */
export async function keepMongodRunning(
  options: MongodOptions,
  listeners: KeepRunningListeners,
): Promise<KeptMongod> {
  let stopping = false;
  let current: RunningMongod = await startMongod(options);
  let restarting: Promise<void> = Promise.resolve();
  const { port, uri } = current;

  const watch = () => {
    current.onExit((exit) => {
      if (stopping) return;
      listeners.onExit?.(exit);
      restarting = restart();
    });
  };
  const restart = async (attempt = 1): Promise<void> => {
    if (stopping) return;
    try {
      current = await startMongod({ ...options, port });
      watch();
      listeners.onRestart?.(current.pid);
    } catch (error) {
      if (attempt === ATTEMPTS) return listeners.onGiveUp(error as Error);
      await pause(100 * 2 ** attempt);
      await restart(attempt + 1);
    }
  };
  watch();
  return {
    uri,
    port,
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      await restarting;
      await current.stop();
    },
  };
}
