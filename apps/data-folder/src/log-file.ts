import { mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';

const LIMIT_BYTES = 20 * 1024 * 1024;
const WARN = 40;

/**
 * Where the services' log lines go in standalone: all into a file, which is kept once as `.1` when it has grown to 20 MB; warnings and worse also onto the terminal.
 */
export function openLogFile(file: string): pino.DestinationStream & { end(): void } {
  mkdirSync(dirname(file), { recursive: true });
  try {
    if (statSync(file).size > LIMIT_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // There is none yet.
  }
  // Opened here and now, so that a start that fails at once can still write why.
  const dest = openSync(file, 'a', 0o600);
  const destination = pino.destination({ dest, sync: false, minLength: 4096, periodicFlush: 1000 });
  // A full disk: without its log Skyshelf goes on.
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
