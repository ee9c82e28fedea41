import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderPaths } from '@skyshelf/data-folder';
import { routes, type DeletionList } from '@skyshelf/contracts';
import { freePort } from '@skyshelf/host';
import { apiClient, eventually, opsRequest } from '@skyshelf/testing';
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

const ops = <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> =>
  opsRequest<T>(dataFolderPaths(data()).opsSocket, method, path, body);
/** Waits until every service has removed the only account that is being deleted. */
const deleted = () =>
  eventually(
    async () => {
      const { deletions } = await ops<DeletionList>('GET', '/operations/deletions');
      return deletions.length === 1 && deletions[0]?.state === 'done' && deletions[0].drive;
    },
    { timeoutMs: 60_000, intervalMs: 100 },
  );

async function started() {
  const fail = (error: Error): never => {
    throw error;
  };
  running = await startStandalone(
    { ...env(), PORT: String(await freePort()), ACCOUNT_DELETE_HOURS: '0' },
    fail,
  );
  return clientOf('ann');
}

async function clientOf(user: string) {
  const body = { user };
  const { access_token: token } = await ops<{ access_token: string }>('POST', '/internal/token', body);
  const client = apiClient(running?.url ?? '', token);
  const add = (linkname: string) =>
    client.call(routes.addElement, { body: { url: '/', obj: { linkname, linktype: 'folder' } } });
  const names = async () => {
    const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    return docs.map(({ linkname }) => linkname);
  };
  return { token, client, add, names };
}
const stopped = async () => {
  await running?.stop();
  running = null;
};

/** The lines of the page's shell blocks. */
async function typed(block: string): Promise<string> {
  let said = '';
  for (const line of block.trim().split('\n')) {
    const [, words] = /^npm run skyshelf -- (.*)$/.exec(line) ?? [];
    if (words === undefined) execFileSync('sh', ['-c', line], { cwd: folder });
    else said += await runByHand(words, env());
  }
  return said;
}

it('a data folder comes back as docs/recovery.md says, word for word', async () => {
  const [copy = '', back = ''] = [...recoveryPage.matchAll(/^```sh\n([^]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
  const before = await started();
  await before.add('Kept');
  await (await clientOf('bob')).add('Holidays');
  await stopped();
  await typed(copy);
  await (await started()).add('Lost');
  const bob = await clientOf('bob');
  expect(await bob.names()).toEqual(['Holidays']);
  await bob.client.call(routes.closeAccount);
  const drive = await deleted();
  await expect(runByHand('restored', env())).rejects.toThrow('already runs');
  await stopped();
  // A second run, as when the first was broken off, adds none.
  for (const said of [await typed(back), await runByHand('restored', env())])
    expect(said).toContain('deleted again when the services start: 1.');
  const after = await started();
  expect(await deleted()).toBe(drive);
  expect(await (await clientOf('bob')).names()).toEqual([]);
  expect(await after.names()).toEqual(['Kept']);
  await after.add('New');
  expect(await after.names()).toEqual(['Kept', 'New']);
  const stale = apiClient(running?.url ?? '', before.token);
  expect((await stale.send(routes.listFolder, { body: { url: '/' } })).status).toBe(401);
}, 180_000);
