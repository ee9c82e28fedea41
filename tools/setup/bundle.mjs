import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

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

export const isOurs = (id) => id.startsWith(ROOT) && !id.includes('/node_modules/');

/**
 * Puts programs and all that they import into few files of a folder; what several of them need is in files
 * that they share.
 * @param programs their names, and the files of their own modules
 * @param names how the files of programs are called, as Rolldown has it
 * @returns what was written, as Rolldown tells it
 */
export async function bundle(programs, folder, names) {
  mkdirSync(folder, { recursive: true });
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: programs,
    platform: 'node',
    cwd: ROOT,
    // The first has parts that are no JavaScript, the second reads files next to its own. The third must have
    // run before any decorator does: only what is loaded from outside comes before all code of a file.
    external: ['sharp', 'fluent-ffmpeg', 'reflect-metadata'],
    plugins: [maps],
    onLog: (level, { code, id, message }) => {
      // Packages try at run time whether a package that they can do without is there.
      const tried = code === 'UNRESOLVED_IMPORT' && id?.includes('node_modules');
      if (!tried && code !== 'EVAL') process.stderr.write(`${level}: ${message}\n`);
    },
  });
  const { output } = await build.write({
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
