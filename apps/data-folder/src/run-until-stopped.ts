import { ConfigError } from '@skyshelf/config';
import { DataInUseError, MongodStartError } from '@skyshelf/host';
import { diskFaultOf, knownDiskFault, StartRefusedError } from './data-folder-error.js';

/** It is printed without MAIL_URL. */
export const MAIL_NOTE = 'No mail server is set up: mails are put into a folder and reach no one.';

export interface Running {
  url: string;
  note?: string | undefined;
  /** Finishes what has begun. May be called again. */
  stop(): Promise<void>;
}

/**
 * On Ctrl+C, even during the start, it stops everything.
 * @param start gets a function to call when it cannot go on
 * @param command how people start it, for hints
 */
export async function runUntilStopped(
  start: (onFailure: (error: Error) => void) => Promise<Running>,
  command: string,
): Promise<void> {
  let ending: Promise<never> | undefined;
  const end = (code: number, words: string): void => {
    if (!ending) console.error(words);
    ending ??= stopAndExit(code);
  };
  const starting = start((error) => end(1, `Skyshelf cannot go on: ${error.message}`));
  const stopAndExit = async (code: number): Promise<never> => {
    const running = await starting.catch(() => null);
    await running?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0, '\nStopping …'));
  // The parent was killed: no one would stop this process.
  process.on('disconnect', () => end(0, 'Stopping …'));
  try {
    const { url, note } = await starting;
    if (ending) return;
    console.log(`Skyshelf is ready at ${url}`);
    if (note !== undefined) console.log(note);
  } catch (error) {
    console.error(explain(error, command));
    process.exit(1);
  }
}

/** Their messages tell the operator all. */
const clear = [ConfigError, StartRefusedError, DataInUseError, MongodStartError];

function explain(error: unknown, command: string): unknown {
  if (clear.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, path } = error as { code?: string; port?: number; path?: string };
  if (path !== undefined && knownDiskFault(error))
    return `Skyshelf cannot use ${path}: ${diskFaultOf(error)}, then start again.`;
  if (code !== 'EADDRINUSE' || port === undefined) return error;
  return `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} ${command}`;
}
