import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUri } from '@skyshelf/host';
import { startStack } from '@skyshelf/stack';
import { z } from 'zod';
import { productMode, stackFolderOf, type ProductMode } from './product-mode.js';

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
