import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { databaseUri } from '@skyshelf/host';
import { startStack } from '@skyshelf/stack';

/** The two ways to run the product; every end-to-end test that can runs in both. */
export type ProductMode = 'standalone' | 'cluster';

/** `npm run e2e -- --mode cluster` sets it. @throws {Error} on a word that is no mode */
export function productMode(env: NodeJS.ProcessEnv = process.env): ProductMode {
  const word = env.SKYSHELF_E2E_MODE ?? 'standalone';
  if (word === 'standalone' || word === 'cluster') return word;
  throw new Error(`SKYSHELF_E2E_MODE: given ${word}, allowed is standalone or cluster.`);
}

const root = resolve(import.meta.dirname, '../../..');

/** The program that `node` runs in each mode. */
export const productMain = (mode: ProductMode): string => join(root, `apps/${mode}/main.mjs`);

const littleMemory = z.object({
  env: z.record(z.string(), z.string()),
  standalone: z.array(z.string()),
  cluster: z.array(z.string()),
});

/** The settings with which `npm start` and `npm run cluster` save memory. */
export function lowMemoryOptions(mode: ProductMode): {
  nodeArgs: readonly string[];
  env: Record<string, string>;
} {
  const file = readFileSync(join(root, 'tools/setup/little-memory.json'), 'utf8');
  const { env, [mode]: nodeArgs } = littleMemory.parse(JSON.parse(file));
  return { nodeArgs, env };
}

/** The servers of a cluster are those of the test run when it has some, else the installation's own. */
export const stackFolderOf = (dataFolder: string): string =>
  process.env.STACK_FOLDER ?? join(dataFolder, 'stack');

/**
 * Keeps the installations of a test run apart on the servers that they share: databases, topics and a bucket
 * of its own for each data folder, the same ones after a restart.
 */
export function stackSettings(mode: ProductMode, dataFolder: string): Record<string, string> {
  if (mode === 'standalone' || !process.env.STACK_FOLDER) return {};
  const name = `e2e-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`;
  return { SKYSHELF_DATABASE_PREFIX: `${name}-`, KAFKA_TOPIC_PREFIX: name, S3_BUCKET: name };
}

const owner = z.object({ port: z.number() });
const secrets = z.object({ databasePassword: z.string() });

/**
 * How the database of a running Skyshelf is reached behind its back: a standalone has a server of its own, a
 * cluster the one of its stack or of the test run.
 * @throws {Error} when none was started
 */
export async function databaseUriOf(dataFolder: string, mode: ProductMode = productMode()): Promise<string> {
  if (mode === 'cluster') {
    const { mongodbUri } = await startStack({ folder: stackFolderOf(dataFolder) });
    if (mongodbUri) return mongodbUri;
    throw new Error(`The stack of ${dataFolder} has no database.`);
  }
  const note = (...path: string[]): unknown => JSON.parse(readFileSync(join(dataFolder, ...path), 'utf8'));
  const { port } = owner.parse(note('database', 'skyshelf-owner.json'));
  return databaseUri([`127.0.0.1:${port}`], secrets.parse(note('secrets.json')).databasePassword);
}
