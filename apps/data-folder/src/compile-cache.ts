import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../../.cache/compiled');

/**
 * Next to the clone, for this process and its children: the next start needs a quarter less CPU. Call it
 * before importing the rest.
 */
export function keepCompiledCode(): void {
  process.env['NODE_COMPILE_CACHE'] ??= FOLDER;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
}
