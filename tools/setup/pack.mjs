/**
 * Puts each built program and all that it imports, packages included, into few files: it would load 2,000
 * modules otherwise, and a cluster starts eleven such processes. `packedProgram` of apps/data-folder finds
 * what is made here, as long as it is newer than what it was made of.
 *
 * node tools/setup/pack.mjs
 */
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONTENTS, PACKED } from '../../apps/data-folder/packed/packed-program.mjs';
import { serviceNames } from '../../libs/contracts/dist/service-name.js';
import { bundle, isOurs } from './bundle.mjs';
import { ROOT } from './paths.mjs';

const PROGRAMS = [
  ...['standalone', 'cluster'].map((name) => [name, `apps/${name}/dist/run.js`]),
  ...serviceNames.map((name) => [name, `services/${name}/dist/main.js`]),
];

const FOLDER = join(ROOT, PACKED);
/** Files that are no longer named stay so long, for processes that still run on them. */
const KEEP_MS = 24 * 60 * 60_000;

async function pack() {
  const programs = Object.fromEntries(PROGRAMS.map(([name, file]) => [name, join(ROOT, file)]));
  note(await bundle(programs, FOLDER, { entryFileNames: '[name]-[hash].js' }));
}

function note(output) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const sources = new Set(chunks.flatMap(({ moduleIds }) => moduleIds).filter(isOurs));
  const lines = [
    ...chunks
      .filter(({ isEntry }) => isEntry)
      .map(({ facadeModuleId, fileName }) => `program ${relative(ROOT, facadeModuleId)} ${fileName}`),
    ...[...sources, join(ROOT, 'package-lock.json')].map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `source ${size} ${mtimeMs} ${relative(ROOT, file)}`;
    }),
  ];
  const contents = join(ROOT, CONTENTS);
  writeFileSync(`${contents}.new`, `${lines.join('\n')}\n`);
  renameSync(`${contents}.new`, contents);
  removeOld(new Set(output.map(({ fileName }) => fileName)));
}

function removeOld(present) {
  for (const name of readdirSync(FOLDER)) {
    const file = join(FOLDER, name);
    if (file === join(ROOT, CONTENTS) || present.has(name)) continue;
    if (Date.now() - statSync(file).mtimeMs > KEEP_MS) rmSync(file);
  }
}

await pack();
