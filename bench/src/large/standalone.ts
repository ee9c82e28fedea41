import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { filePath } from '@skyshelf/contracts';
import { apiClient, launchSkyshelf, uploadFile } from '@skyshelf/testing';
import { download } from '../downloads/zip-download.js';
import { atLeast, interleaved, type Figure } from '../figures.js';

const BYTES = 200_000_000;
const MB = 1_000_000;

/** A file shown or played through the product in one process, against a bare server that pipes it, MB/s. */
export async function benchStandalone({ rounds = 3 } = {}): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-standalone-'));
  const file = join(folder, 'film.bin');
  const bytes = Buffer.alloc(BYTES, 'film');
  writeFileSync(file, bytes);
  const server = fork(resolve(import.meta.dirname, 'file-server.js'));
  server.send({ file });
  const [{ port }] = (await once(server, 'message')) as [AddressInfo];
  const skyshelf = await launchSkyshelf({ mode: 'standalone' });
  try {
    const token = await skyshelf.token('viewer');
    const client = apiClient(skyshelf.url, token, { connections: 1, timeoutMs: 120_000 });
    const element = await uploadFile(client, { name: 'film.bin', type: 'application/octet-stream', bytes });
    client.close();
    const speedOf = async (url: URL) => BYTES / MB / (await download(url, { token })).seconds;
    const result = await interleaved(
      rounds,
      () => speedOf(new URL(filePath(element.linkurl ?? ''), skyshelf.url)),
      () => speedOf(new URL(`http://127.0.0.1:${port}/`)),
    );
    return [atLeast('200 MB down, standalone, through the product', result, [0.7, 'MB/s'])];
  } finally {
    await skyshelf.dispose();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
