import { setTimeout as pause } from 'node:timers/promises';
import type { MongodExit } from './mongod-process.js';
import type { MongodOptions } from './mongod-arguments.js';
import { spawnReplicaSet, startMongod, type RunningMongod } from './start-mongod.js';

export interface KeptMongod {
  uri: string;
  port: number;
  /** @throws {MongodStartError} when it does not become writable at first */
  writable: Promise<void>;
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

/** Returns when the server's process runs. Restarts on the same port: clients need only their usual retries. */
export async function keepMongodRunning(
  options: MongodOptions,
  listeners: KeepRunningListeners,
): Promise<KeptMongod> {
  let stopping = false;
  const { writable, ...first } = await spawnReplicaSet(options);
  let current: RunningMongod = first;
  let restarting: Promise<void> = Promise.resolve();
  const { port, uri } = first;

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
  return {
    uri,
    port,
    // What never served is not restarted.
    writable: writable.then(watch),
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      await restarting;
      await current.stop();
    },
  };
}
