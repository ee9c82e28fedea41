import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { PackedFile } from '../domain/packed-file.js';

/**
 * Without browser- and server-specific ones, in constant order; read once.
 * @param webRoot folder of the web build, which the extension is a part of
 * @returns null where it has not been built
 */
export function extensionFiles(webRoot: string | null): () => Promise<PackedFile[] | null> {
  let read: Promise<PackedFile[] | null> | undefined;
  return () => (read ??= webRoot === null ? Promise.resolve(null) : filesIn(join(webRoot, 'extension')));
}

async function filesIn(folder: string): Promise<PackedFile[] | null> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifAbsent);
  const paths = found?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (!paths?.length) return null;
  return Promise.all(
    paths.toSorted().map(async (path) => ({
      path: relative(folder, path).split(sep).join('/'),
      content: await readFile(path),
    })),
  );
}

function ifAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
