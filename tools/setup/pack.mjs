/**
 * Packs each program and all that it imports, packages included, from TypeScript into few files: it would load
 * 2,000 modules otherwise, and a cluster starts eleven such processes. `packedProgram` of apps/data-folder finds
 * what is made here.
 *
 * node tools/setup/pack.mjs
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONTENTS, PACKED } from '../../apps/data-folder/packed/packed-program.mjs';
import { bundle, isOurs } from './bundle.mjs';
import { ROOT } from './paths.mjs';

const PROGRAMS = {
  standalone: 'apps/standalone/src/run.ts',
  cluster: 'apps/cluster/src/run.ts',
  operations: 'apps/operations/src/cli.ts',
  stack: 'libs/stack/src/cli/main.ts',
  ...Object.fromEntries(
    readdirSync(join(ROOT, 'services')).map((name) => [name, `services/${name}/src/main.ts`]),
  ),
};

/** Not imported, but another one gives other programs. */
const SETTINGS = ['package-lock.json', 'tools/setup/bundle.mjs', 'tools/setup/pack.mjs'];

const FOLDER = join(ROOT, PACKED);
/** Files that are no longer named stay so long, for processes that still run on them. */
const KEEP_MS = 24 * 60 * 60_000;

/** The name of a program is what the compiler makes of its main module. */
const compiled = (source) => source.replace('/src/', '/dist/').replace(/\.ts$/, '.js');

function contentsOf(output, began) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const programs = new Set(Object.values(PROGRAMS).map((source) => join(ROOT, source)));
  const modules = new Set(chunks.flatMap(({ moduleIds }) => moduleIds).filter(isOurs));
  const packages = new Set([...modules].map((file) => relative(ROOT, file).split('/', 2).join('/')));
  const manifests = [...packages].map((folder) => `${folder}/package.json`);
  const others = [...manifests, ...SETTINGS]
    .map((file) => join(ROOT, file))
    .filter((file) => existsSync(file));
  return [
    ...chunks
      .filter(({ facadeModuleId }) => programs.has(facadeModuleId))
      .map(
        ({ facadeModuleId, fileName }) => `program ${compiled(relative(ROOT, facadeModuleId))} ${fileName}`,
      ),
    ...[...modules, ...others].map((file) => {
      const { size, mtimeMs } = statSync(file);
      // What was changed while it was packed is stale at once.
      return `source ${size} ${mtimeMs < began ? mtimeMs : 'new'} ${relative(ROOT, file)}`;
    }),
  ];
}

function removeOld(present) {
  for (const name of readdirSync(FOLDER)) {
    const file = join(FOLDER, name);
    if (file === join(ROOT, CONTENTS) || present.has(name)) continue;
    if (Date.now() - statSync(file).mtimeMs > KEEP_MS) rmSync(file);
  }
}

const began = Date.now();
const programs = Object.entries(PROGRAMS).filter(([, source]) => existsSync(join(ROOT, source)));
const output = await bundle(
  Object.fromEntries(programs.map(([name, source]) => [name, join(ROOT, source)])),
  FOLDER,
  { entryFileNames: '[name]-[hash].js' },
);
const contents = join(ROOT, CONTENTS);
writeFileSync(`${contents}.new`, `${contentsOf(output, began).join('\n')}\n`);
renameSync(`${contents}.new`, contents);
removeOld(new Set(output.flatMap(({ fileName }) => [fileName, `${fileName}.map`])));
