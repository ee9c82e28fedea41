import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { applyPatches } from './apply-patches.js';
import type { Patch } from './planted-bugs.js';

/** Folders whose packages the running product is made of. */
const PARTS = ['libs', 'services', 'apps'];
/** These parts of a package are not needed to run it; the packed programs would lack the changes. */
const LEFT_OUT = new Set(['src', 'node_modules', 'docs']);
const PACKED = 'apps/packed';

/**
 * Makes a copy of the built product with some sources changed: built files are hard links, the changed ones
 * are recompiled, packages from outside are those of the original.
 */
export async function copyBuild(root: string, copy: string, patches: readonly Patch[]): Promise<void> {
  rmSync(copy, { recursive: true, force: true });
  for (const part of PARTS) {
    const isPackage = existsSync(join(root, part, 'package.json'));
    const packages = isPackage ? [part] : readdirSync(join(root, part)).map((name) => join(part, name));
    for (const each of packages.filter((name) => name !== PACKED)) {
      const kept = readdirSync(join(root, each)).filter((name) => !LEFT_OUT.has(name));
      for (const name of kept) linkTree(join(root, each, name), join(copy, each, name));
    }
  }
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  linkModules(root, copy);
  await compile(root, copy, patches);
}

function linkTree(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  if (readIsFolder(from)) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) linkTree(join(from, name), join(to, name));
  } else linkSync(from, to);
}

function readIsFolder(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Links each package from outside; the product's own lead into the copy. */
function linkModules(root: string, copy: string): void {
  const from = join(root, 'node_modules');
  const to = join(copy, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@skyshelf') symlinkSync(join(from, name), join(to, name));
  }
  mkdirSync(join(to, '@skyshelf'));
  for (const part of PARTS.flatMap((each) => packagesIn(copy, each))) {
    const { name } = JSON.parse(readFileSync(join(copy, part, 'package.json'), 'utf8')) as { name: string };
    symlinkSync(relative(join(to, '@skyshelf'), join(copy, part)), join(to, name));
  }
}

function packagesIn(root: string, part: string): string[] {
  if (existsSync(join(root, part, 'package.json'))) return [part];
  return readdirSync(join(root, part))
    .map((name) => join(part, name))
    .filter((path) => existsSync(join(root, path, 'package.json')));
}

async function compile(root: string, copy: string, patches: readonly Patch[]): Promise<void> {
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2024,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
  };
  for (const [file, text] of applyPatches(root, patches)) {
    const { outputText } = ts.transpileModule(text, { compilerOptions, fileName: file });
    const built = join(copy, file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'));
    if (!existsSync(built)) throw new Error(`${built} is not built. Run: npm run build`);
    // A link to the original's file: it must not be written through.
    rmSync(built);
    writeFileSync(built, outputText);
  }
}
