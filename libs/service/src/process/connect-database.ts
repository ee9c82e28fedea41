import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@skyshelf/telemetry';
import type { MongoClient } from 'mongodb';

const PATIENCE_MS = 240_000;
const AGAIN_MS = 2_000;

export interface ConnectOptions {
  /** Whether server and user may come later than this process, as where `skyshelf prepare` runs side by side with it. */
  waits: boolean;
  logger: Logger;
  /** Between two tries, milliseconds. */
  againMs?: number;
}

/** @throws what the last try has failed by, at once or after four minutes */
export async function connectDatabase(
  client: Pick<MongoClient, 'connect'>,
  { waits, logger, againMs = AGAIN_MS }: ConnectOptions,
): Promise<void> {
  const until = performance.now() + (waits ? PATIENCE_MS : 0);
  for (let told = ''; ; await pause(againMs)) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      const { message } = error as Error;
      if (message !== told) logger.warn({ err: error }, 'waits for MongoDB');
      told = message;
    }
  }
}
