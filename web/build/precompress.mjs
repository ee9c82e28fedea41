// The server never compresses on the fly.
import { readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const TEXT = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
/** A smaller file fits into one packet without compression. */
const WORTH_BYTES = 512;

const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
const encodings = { '.br': brotli, '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }) };

async function compress(path) {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_BYTES) return 0;
  for (const [suffix, pack] of Object.entries(encodings)) {
    const packed = await pack(bytes);
    if (packed.length < bytes.length) await writeFile(path + suffix, packed);
  }
  return 1;
}

rmSync(join(dist, '.vite'), { recursive: true, force: true });
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && TEXT.has(extname(file.name)))
  .map((file) => join(file.parentPath, file.name));
// All at once: compressing goes on in threads.
const counts = await Promise.all(files.map(compress));
console.log(`precompressed ${counts.reduce((sum, count) => sum + count, 0)} files`);
