import { mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';

const LIMIT_BYTES = 20 * 1024 * 1024;
const WARN = 40;

/** Rotated once to `.1` at 20 MB; warnings and worse also go to the terminal. */
export function openLogFile(file: string): pino.DestinationStream & { end(): void } {
  mkdirSync(dirname(file), { recursive: true });
  try {
    if (statSync(file).size > LIMIT_BYTES) renameSync(file, `${file}.1`);
  } catch {}
  // So that a failing start can still log why.
  const dest = openSync(file, 'a', 0o600);
  const destination = pino.destination({ dest, sync: false, minLength: 4096, periodicFlush: 1000 });
  // Disk full: Skyshelf goes on without its log.
  destination.on('error', (error: Error) => process.stderr.write(`${file}: ${error.message}\n`));
  return {
    write: (line) => {
      destination.write(line);
      const level = /"level":"(\w+)"/.exec(line)?.[1] ?? 'info';
      if ((pino.levels.values[level] ?? 0) >= WARN) process.stderr.write(line);
    },
    end: () => destination.flushSync(),
  };
}
