import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET_BYTES = 150 * 1024;
const FOLDER_BUDGET_BYTES = 230 * 1024;
const LINK_BUDGET_BYTES = 80 * 1024;
const ofFolder = ['src/app/drive/drive-screen.tsx', 'src/app/header/profile-menu.tsx'];
const dist = new URL('../dist/', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const staticClosure = (key, seen = new Set()) => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) staticClosure(imported, seen);
  return seen;
};
const read = (file) => readFileSync(join(dist, file), 'utf8');
const gzipBytesOf = (text) => gzipSync(text, { level: 9 }).length;
const gzipBytes = (keys) => [...keys].reduce((sum, key) => sum + gzipBytesOf(read(manifest[key].file)), 0);
const inlineScript = (page) => /<script>(.*?)<\/script>/s.exec(read(page))?.[1] ?? '';
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

for (const page of ['index.html', 'share.html'])
  if (!manifest[page]?.isEntry) throw new Error(`The build has no ${page}: run \`vite build\` first.`);
const entry = staticClosure('index.html');
const entryBytes = gzipBytes(entry);

const folder = ofFolder.reduce((seen, key) => staticClosure(key, seen), new Set(entry));
const folderBytes = gzipBytes(folder);
// Its page has a script within it.
const linkBytes = gzipBytes(staticClosure('share.html')) + gzipBytesOf(inlineScript('share.html'));

console.log(`entry JavaScript ${kb(entryBytes)} gzip of ${kb(BUDGET_BYTES)}`);
console.log(`until a folder works ${kb(folderBytes)} gzip of ${kb(FOLDER_BUDGET_BYTES)}`);
console.log(`until a link's first tiles ${kb(linkBytes)} gzip of ${kb(LINK_BUDGET_BYTES)}`);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry) continue;
  const extra = [...staticClosure(key)].filter((imported) => !entry.has(imported));
  console.log(`  + ${chunk.name.padEnd(24)} ${kb(gzipBytes(extra))}`);
}
if (entryBytes > BUDGET_BYTES || folderBytes > FOLDER_BUDGET_BYTES || linkBytes > LINK_BUDGET_BYTES) {
  console.error('The page is over its budget: load something later, or take less of a library.');
  process.exit(1);
}
