import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results']);

/** The folders of a Skyshelf tree that hold code. */
export const CODE_FOLDERS = ['libs', 'services', 'apps', 'web', 'e2e', 'bench', 'tools', 'chaos', 'deploy'];

/** All code files below the root, as paths relative to it. */
export function sourceFiles(root, folders = CODE_FOLDERS) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.(tsx?|mts|mjs|js|cjs)$/.test(entry.name)) found.push(relative(root, path));
    }
  };
  const present = new Set(readdirSync(root));
  for (const folder of folders.filter((name) => present.has(name))) walk(join(root, folder));
  return found;
}

/** True for code that only tests run. */
export function isTest(path) {
  return (
    /\.(spec|e2e|contract)\.tsx?$|\/(contract|testing)\//.test(path) ||
    /^(e2e|bench|libs\/testing)\//.test(path)
  );
}
