import type { Logger } from 'pino';

/** kafkajs computes negative pauses all the time. */
const EXPECTED = new Set(['TimeoutNegativeWarning']);

/** Node's warnings as log lines. Once a process. */
export function logWarnings(logger: Pick<Logger, 'warn'>): void {
  // Node's own printer is a listener like any other.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (!EXPECTED.has(warning.name))
      logger.warn({ err: warning }, 'Node warns of something in this process.');
  });
}
