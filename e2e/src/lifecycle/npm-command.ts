import { resolve } from 'node:path';
import { productMode, stackSettings, type ProcessOptions } from '@skyshelf/testing';

const root = resolve(import.meta.dirname, '../../..');

/** What people type after `npm` to start the product. */
export const startWords = productMode() === 'cluster' ? ['run', 'cluster'] : ['start'];

/**
 * Where a product started by npm has its data, where it listens, and, as a cluster, what is its own on the
 * servers of the run.
 */
export const startSettings = (dataFolder: string, port: number): Record<string, string> => ({
  ...stackSettings(productMode(), dataFolder),
  PORT: String(port),
  SKYSHELF_DATA: dataFolder,
});

/** An npm script as a person types it in the clone, with the settings of the test and nothing of the test runner's. */
export function npmCommand(words: readonly string[], settings: Record<string, string>): ProcessOptions {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_ENV$|VITEST|TEST$)/i.test(name),
  );
  return {
    command: ['npm', ...words],
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...settings },
    ownGroup: true,
    readyWithinMs: 240_000,
  };
}
