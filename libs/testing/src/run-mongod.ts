import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, startMongod } from '@skyshelf/host';
import { killAll } from './skyshelf-process.js';

/** Tells the test processes where the server of this run is. */
export const RUN_URI = 'SKYSHELF_TEST_MONGODB_URI';

const FOLDER = 'skyshelf-test-';

/**
 * Starts the one MongoDB server that all integration tests of a run share, in a temporary folder, and returns what
 * stops it. Vitest calls this as `globalSetup`. With `MONGODB_URI` set, that server is used instead.
 * The server also goes when the run is interrupted; after `kill -9` of the run, the next one removes its folder.
 */
export default async function startRunMongod(): Promise<() => Promise<void>> {
  const given = process.env.MONGODB_URI;
  if (given) {
    process.env[RUN_URI] = given;
    return async () => {};
  }
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
  const server = await startMongod({
    dbPath: folder,
    durability: 'scratch',
    parameters: { ttlMonitorEnabled: false },
  });
  process.env[RUN_URI] = server.uri;
  const remove = () => {
    killAll([server]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  };
  process.once('exit', remove);
  const leave = () => process.exit(1);
  process.once('SIGTERM', leave);
  return async () => {
    await server.kill();
    remove();
    process.off('exit', remove);
    process.off('SIGTERM', leave);
  };
}

/** Folders of runs that were killed hard; their servers have stopped with them. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER))) {
    const pid = Number.parseInt(name.slice(FOLDER.length), 10);
    if (!isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
