import { setTimeout as pause } from 'node:timers/promises';
import type { MongodExit } from './mongod-process.js';
import type { MongodOptions } from './mongod-options.js';
import { startMongod, type RunningMongod } from './start-mongod.js';

export interface KeptMongod {
  /** Stays the same over restarts: the server comes back on the same port. */
  uri: string;
  port: number;
  /** The id of the present server process. */
  pid(): number;
  /** Stops the server cleanly and for good. */
  stop(): Promise<void>;
}

export interface KeepRunningListeners {
  /** The server has ended unasked; it is being started again. */
  onExit?(exit: MongodExit): void;
  /** It is writable again. */
  onRestart?(pid: number): void;
  /** It cannot be started again (five attempts in a row failed). */
  onGiveUp(error: Error): void;
}

const ATTEMPTS = 5;

/**
 * Starts a MongoDB server as `startMongod` does and starts it again, on the same port, whenever it ends unasked.
 * Clients need nothing but their usual retries: their connection string stays true.
 */
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
