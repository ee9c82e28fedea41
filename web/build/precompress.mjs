// The server never compresses on the fly.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const TEXT = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
/** A smaller file fits into one packet without compression. */
const WORTH_BYTES = 512;

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

rmSync(join(dist, '.vite'), { recursive: true, force: true });
let count = 0;
for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const path = join(file.parentPath, file.name);
  if (!file.isFile() || !TEXT.has(extname(file.name))) continue;
  const bytes = readFileSync(path);
  if (bytes.length < WORTH_BYTES) continue;
  for (const [suffix, packed] of [
    ['.br', brotli(bytes)],
    ['.gz', gzipSync(bytes, { level: 9 })],
  ]) {
    if (packed.length < bytes.length) writeFileSync(path + suffix, packed);
  }
  count += 1;
}
console.log(`precompressed ${count} files`);
