// Makes /sw.js: offline-worker/ behind the list of files that it keeps.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const web = new URL('..', import.meta.url).pathname;
const dist = join(web, 'dist');
const MOST_BYTES = 2 * 1024 * 1024;
/** Modules that show or fetch bytes are of no use without a network. */
const needsNetwork =
  /^(\.\.\/node_modules|src\/features\/(windows\/viewers|uploads\/dialog|intro|pricing|contact|sign-in|admin|weather)\/)/;
/** Of the typeface, the letters that most names are written in. */
const isKept = (file) => !/\.(woff2|mp4|webp)$/.test(file) || file.includes('latin-wght');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const reached = (key, seen = new Set()) => {
  if (seen.has(key)) return seen;
  seen.add(key);
  const { imports = [], dynamicImports = [] } = manifest[key];
  for (const next of [...imports, ...dynamicImports.filter((each) => !needsNetwork.test(each))])
    reached(next, seen);
  return seen;
};

const entryKey = 'index.html';
if (!manifest[entryKey]) throw new Error('The build has no entry: run `vite build` first.');
const found = [...reached(entryKey)].flatMap((key) => {
  const { file, css = [], assets = [] } = manifest[key];
  return [file, ...css, ...assets];
});
const kept = [...new Set(found)].filter(isKept).toSorted();
const others = ['favicon.svg', 'manifest.webmanifest'].filter((file) => existsSync(join(dist, file)));
const bytes = ['index.html', ...others, ...kept].map((file) => readFileSync(join(dist, file)));
const sum = bytes.reduce((all, { length }) => all + length, 0);
if (sum > MOST_BYTES) throw new Error(`The offline shell has ${sum} bytes: keep less of the build.`);

const hash = createHash('sha256');
for (const each of bytes) hash.update(each);
const shell = {
  version: hash.digest('hex').slice(0, 12),
  entry: `/${manifest[entryKey].file}`,
  files: ['/', ...others.map((file) => `/${file}`), ...kept.map((file) => `/${file}`)],
};
const bundle = await rolldown({ input: join(web, 'offline-worker/offline-worker.ts') });
const { output } = await bundle.generate({ format: 'iife', minify: true });
await bundle.close();
writeFileSync(join(dist, 'sw.js'), `const SHELL=${JSON.stringify(shell)};${output[0].code}`);
console.log(
  `offline shell ${(sum / 1024).toFixed(0)} KB in ${shell.files.length} files, version ${shell.version}`,
);
