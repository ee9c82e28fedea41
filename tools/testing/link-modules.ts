import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of the repository. */
export const ROOT = dirname(dirname(import.meta.dirname));

/**
 * Gives a copy of the workspace a node_modules folder: everything from npm is a link to ours, our own packages are
 * links to the copy's.
 * @param packages folders of the copy whose names are the packages', such as `libs/contracts`
 */
export function linkModules(root: string, packages: readonly string[]): void {
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, '@skyshelf'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(
    (each) => !/^(\.|@skyshelf$)/.test(each),
  )) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const folder of packages) {
    symlinkSync(join(root, folder), join(modules, '@skyshelf', folder.split('/').at(-1)!));
  }
}
