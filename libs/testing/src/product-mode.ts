import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

/** The two ways to run the product; every end-to-end test that can runs in both. */
export type ProductMode = 'standalone' | 'cluster';

/** `npm run e2e -- --mode cluster` sets it. @throws {Error} on a word that is no mode */
export function productMode(env: NodeJS.ProcessEnv = process.env): ProductMode {
  const word = env.SKYSHELF_E2E_MODE ?? 'standalone';
  if (word === 'standalone' || word === 'cluster') return word;
  throw new Error(`SKYSHELF_E2E_MODE: given ${word}, allowed is standalone or cluster.`);
}

/** What `node` runs in each mode. */
export const productMain = (mode: ProductMode): string =>
  resolve(import.meta.dirname, `../../../apps/${mode}/dist/main.js`);

/** Where the servers of a cluster lie: those of the test run when it has some, else the installation's own. */
export const stackFolderOf = (dataFolder: string): string =>
  process.env.STACK_FOLDER ?? join(dataFolder, 'stack');

/**
 * Keeps the installations of a test run apart on the servers that they share: databases, topics and a bucket of its own for each data folder,
 * the same ones after a restart.
 */
export function stackSettings(mode: ProductMode, dataFolder: string): Record<string, string> {
  if (mode === 'standalone' || !process.env.STACK_FOLDER) return {};
  const name = `e2e-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`;
  return { SKYSHELF_DATABASE_PREFIX: `${name}-`, KAFKA_TOPIC_PREFIX: name, S3_BUCKET: name };
}
