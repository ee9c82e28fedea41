/**
 * Puts each built program and all that it imports, packages included, into few files: it would load 2,000 modules otherwise, and a cluster starts eleven such
 * processes. `packedProgram` of apps/data-folder finds what is made here, as long as it is newer than what it was made of.
 *
 *   node tools/setup/pack.mjs
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { CONTENTS, PACKED } from '../../apps/data-folder/packed/packed-program.mjs';
import { serviceNames } from '../../libs/contracts/dist/service-name.js';
import { ROOT } from './paths.mjs';

const PROGRAMS = [
  ...['standalone', 'cluster'].map((name) => [name, `apps/${name}/dist/run.js`]),
  ...serviceNames.map((name) => [name, `services/${name}/dist/main.js`]),
];

const FOLDER = join(ROOT, PACKED);
/** Files that are no longer named stay so long, for processes that still run on them. */
const KEEP_MS = 24 * 60 * 60_000;

/** No one debugs packages from outside: only our own modules are mapped, to their TypeScript. */
const maps = {
  name: 'maps',
  load: {
    filter: { id: /\.[cm]?js$/ },
    handler: (id) => ({ code: readFileSync(id, 'utf8'), map: isOurs(id) ? mapOf(id) : { mappings: '' } }),
  },
};

/** None for what was written as JavaScript: it is mapped as it is. */
const mapOf = (id) => (existsSync(`${id}.map`) ? JSON.parse(readFileSync(`${id}.map`, 'utf8')) : null);

const isOurs = (id) => id.startsWith(ROOT) && !id.includes('/node_modules/');

async function pack() {
  mkdirSync(FOLDER, { recursive: true });
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: Object.fromEntries(PROGRAMS.map(([name, file]) => [name, join(ROOT, file)])),
    platform: 'node',
    cwd: ROOT,
    // The first has parts that are no JavaScript, the second reads files next to its own. The third must have run before any decorator does: only what is loaded from outside comes before all code of a file.
    external: ['sharp', 'fluent-ffmpeg', 'reflect-metadata'],
    plugins: [maps],
    onLog: (level, { code, id, message }) => {
      // Packages try at run time whether a package that they can do without is there.
      const tried = code === 'UNRESOLVED_IMPORT' && id?.includes('node_modules');
      if (!tried && code !== 'EVAL') process.stderr.write(`${level}: ${message}\n`);
    },
  });
  const { output } = await build.write({
    dir: FOLDER,
    format: 'esm',
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // The text of a program stays in memory, and with a single letter from beyond Latin-1 all of it takes two bytes a letter. Its lines stay: errors show them.
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: 'part-[name]-[hash].js',
  });
  await build.close();
  dropEmptyMaps(output);
  note(output);
}

/** Node reads a map together with its file: in vain where only packages are. */
function dropEmptyMaps(output) {
  for (const { type, fileName, code, map } of output) {
    if (type !== 'chunk' || !map || /[^;]/.test(map.mappings)) continue;
    writeFileSync(join(FOLDER, fileName), code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'));
    rmSync(join(FOLDER, `${fileName}.map`));
  }
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
