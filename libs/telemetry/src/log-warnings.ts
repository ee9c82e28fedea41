import type { Logger } from 'pino';

/** kafkajs computes its pauses from times that it may not have, all the time. */
const EXPECTED = new Set(['TimeoutNegativeWarning']);

/** Writes the warnings of Node itself to the log, as lines like all others, instead of as plain text between them. Once a process. */
export function logWarnings(logger: Pick<Logger, 'warn'>): void {
  // Node's own printer is a listener like any other.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (!EXPECTED.has(warning.name))
      logger.warn({ err: warning }, 'Node warns of something in this process.');
  });
}
