import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** No one debugs packages from outside: only our own modules are mapped, to their TypeScript. */
const unmappedPackages = {
  name: 'unmapped-packages',
  load: {
    filter: { id: /\/node_modules\/.*\.[cm]?js$/ },
    handler: (id) => ({ code: readFileSync(id, 'utf8'), map: { mappings: '' } }),
  },
};

const STARTED = /import\.meta\.resolve\('(@skyshelf\/[^']+)'\)/g;

/** Packs a module that runs in a process of its own too, and names its packed file where its path is asked for. */
const startedModules = {
  name: 'started-modules',
  transform: {
    filter: { id: /\.ts$/, code: STARTED },
    handler(code, importer) {
      const emit = (id) =>
        this.emitFile({ type: 'chunk', id, importer, name: id.split('/').slice(1).join('-') });
      const named = code.replace(STARTED, (_, id) => `import.meta.ROLLUP_FILE_URL_${emit(id)}`);
      // Lines stay where they are.
      return { code: named, map: null };
    },
  },
};

export const isOurs = (id) => id.startsWith(ROOT) && !id.includes('/node_modules/');

/** Gives Rolldown the programs by their names, from the TypeScript of their main modules. */
export const bundleInput = (programs) => ({
  input: programs,
  platform: 'node',
  cwd: ROOT,
  tsconfig: false,
  resolve: {
    conditionNames: ['@skyshelf/source', 'node', 'import', 'default'],
    extensionAlias: { '.js': ['.js', '.ts'] },
  },
  // As tsconfig.base.json says. Nest finds by the metadata what a constructor is given.
  transform: {
    decorator: { legacy: true, emitDecoratorMetadata: true },
    typescript: { onlyRemoveTypeImports: true },
  },
  // The first has parts that are no JavaScript, the second reads files next to its own. The third must have
  // run before any decorator does: only what is loaded from outside comes before all code of a file.
  external: ['sharp', 'fluent-ffmpeg', 'reflect-metadata'],
  plugins: [unmappedPackages, startedModules],
  onLog: (level, { code, id, message }) => {
    // Packages try at run time whether a package that they can do without is there.
    const tried = code === 'UNRESOLVED_IMPORT' && id?.includes('node_modules');
    if (!tried && code !== 'EVAL') process.stderr.write(`${level}: ${message}\n`);
  },
});

/**
 * Gives Rolldown the output options.
 * @param names how the files of programs are called, as Rolldown has it
 */
export const bundleOutput = (folder, names) => ({
  dir: folder,
  format: 'esm',
  keepNames: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
  // The text of a program stays in memory, and with a single letter from beyond Latin-1 all of it takes two
  // bytes a letter. Its lines stay: errors show them.
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  chunkFileNames: 'part-[name]-[hash].js',
  ...names,
});

/**
 * Puts programs and all that they import into few files of a folder; what several of them need is in files
 * that they share. Types are not checked: `npm run typecheck` does.
 * @returns what was written, as Rolldown describes it
 */
export async function bundle(programs, folder, names) {
  mkdirSync(folder, { recursive: true });
  const { rolldown } = await import('rolldown');
  const build = await rolldown(bundleInput(programs));
  const { output } = await build.write(bundleOutput(folder, names));
  await build.close();
  dropEmptyMaps(output, folder);
  return output;
}

/** Node reads a map together with its file: in vain where only packages are. */
function dropEmptyMaps(output, folder) {
  for (const { type, fileName, code, map } of output) {
    if (type !== 'chunk' || !map || /[^;]/.test(map.mappings)) continue;
    writeFileSync(join(folder, fileName), code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'));
    rmSync(join(folder, `${fileName}.map`));
  }
}
