import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderPaths } from '@skyshelf/data-folder';
import { routes } from '@skyshelf/contracts';
import { freePort } from '@skyshelf/host';
import { apiClient, opsRequest } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recoveryPage, runByHand } from '../../testing/by-hand.js';
import { type Standalone, startStandalone } from '../standalone.js';

let folder: string;
let running: Standalone | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skyshelf-recovery-'));
});
afterEach(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const data = () => join(folder, '.skyshelf');
const env = () => ({ SKYSHELF_DATA: data(), LOG_LEVEL: 'silent' });

async function started() {
  const fail = (error: Error): never => {
    throw error;
  };
  running = await startStandalone({ ...env(), PORT: String(await freePort()) }, fail);
  const path = dataFolderPaths(data()).opsSocket;
  const body = { user: 'ann' };
  const { access_token: token } = await opsRequest<{ access_token: string }>(
    path,
    'POST',
    '/internal/token',
    body,
  );
  const client = apiClient(running.url, token);
  const add = (linkname: string) =>
    client.call(routes.addElement, { body: { url: '/', obj: { linkname, linktype: 'folder' } } });
  const names = async () => {
    const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    return docs.map(({ linkname }) => linkname);
  };
  return { token, add, names };
}
const stopped = async () => {
  await running?.stop();
  running = null;
};

/** The lines of the page's shell blocks. */
async function typed(block: string): Promise<void> {
  for (const line of block.trim().split('\n')) {
    const [, words] = /^npm run skyshelf -- (.*)$/.exec(line) ?? [];
    if (words === undefined) execFileSync('sh', ['-c', line], { cwd: folder });
    else await runByHand(words, env());
  }
}

it('a data folder comes back as docs/recovery.md says, word for word', async () => {
  const [copy = '', back = ''] = [...recoveryPage.matchAll(/^```sh\n([^]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
  const before = await started();
  await before.add('Kept');
  await stopped();
  await typed(copy);
  await (await started()).add('Lost');
  await expect(runByHand('restored', env())).rejects.toThrow('already runs');
  await stopped();
  await typed(back);
  const after = await started();
  expect(await after.names()).toEqual(['Kept']);
  await after.add('New');
  expect(await after.names()).toEqual(['Kept', 'New']);
  const stale = apiClient(running?.url ?? '', before.token);
  expect((await stale.send(routes.listFolder, { body: { url: '/' } })).status).toBe(401);
}, 180_000);
