import { ConfigError } from '@skyshelf/config';
import { DataFolderInUseError } from '@skyshelf/data-folder';
import { startStandalone } from './standalone.js';

/** `npm start`. Says in one line where it is ready; on Ctrl+C, also during the start, stops everything it has started. */
async function main(): Promise<void> {
  let ending: Promise<never> | undefined;
  const end = (code: number, words: string): void => {
    if (!ending) console.error(words);
    ending ??= stopAndExit(code);
  };
  const starting = startStandalone(process.env, (error) => end(1, `Skyshelf cannot go on: ${error.message}`));
  const stopAndExit = async (code: number): Promise<never> => {
    const standalone = await starting.catch(() => null);
    await standalone?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0, '\nStopping …'));
  // Whoever started this process was killed: nobody would stop it.
  process.on('disconnect', () => end(0, 'Stopping …'));
  try {
    const { url } = await starting;
    if (!ending) console.log(`Skyshelf is ready at ${url}`);
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

function explain(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataFolderInUseError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code !== 'EADDRINUSE' || port === undefined) return error;
  return `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`;
}

await main();
