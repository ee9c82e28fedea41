import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '@skyshelf/config';
import type { Logger } from '@skyshelf/telemetry';

const CONNECT_TIMEOUT_MS = 240_000;
const AGAIN_MS = 2_000;

export interface ConnectOptions {
  /** Server and user may come later. */
  waits: boolean;
  logger: Logger;
  /** Milliseconds. */
  againMs?: number;
}

/** @throws the last failure: at once without `waits` or for wrong settings, else after four minutes */
export async function connectWithRetries(
  connect: () => Promise<unknown>,
  { waits, logger, againMs = AGAIN_MS }: ConnectOptions,
): Promise<void> {
  const until = performance.now() + (waits ? CONNECT_TIMEOUT_MS : 0);
  for (let reported = ''; ; await pause(againMs)) {
    try {
      await connect();
      return;
    } catch (error) {
      if (error instanceof ConfigError || performance.now() > until) throw error;
      const { message } = error as Error;
      if (message !== reported) logger.warn({ err: error }, 'waits for MongoDB');
      reported = message;
    }
  }
}
