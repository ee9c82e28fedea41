import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  killAll,
  launchSkyshelf,
  processesOf,
  productMode,
  stackFolderOf,
  type ApiClient,
  type LaunchedSkyshelf,
} from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';

describe.skipIf(process.platform !== 'linux')('after kill -9', () => {
  let skyshelf: LaunchedSkyshelf;
  let client: ApiClient;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({ env: unlimitedRates });
    client = apiClient(skyshelf.url, await skyshelf.token('alice'));
    await addFolder('before');
  });
  afterAll(async () => {
    client.close();
    await skyshelf.dispose();
  });

  const addFolder = (linkname: string, key = randomUUID()) =>
    client.send(routes.addElement, { key, body: { url: '/', obj: { linkname, linktype: 'folder' } } });
  const names = async () =>
    (await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } })).docs.map(
      ({ linkname }) => linkname,
    );
  /** Not what else names their folder in its environment: other installations of the run, which go on. */
  const sharedServers = () => {
    const folder = stackFolderOf(skyshelf.dataFolder);
    return processesOf(folder).filter(({ command }) => command.includes(folder));
  };

  it('of everything, the next start has the data', async () => {
    if (productMode() === 'cluster') killAll(sharedServers());
    killAll(processesOf(skyshelf.dataFolder));
    await skyshelf.kill();
    await eventually(() => processesOf(skyshelf.dataFolder).length === 0);
    await skyshelf.restart();
    expect(await names()).toContain('before');
  });

  it.runIf(enoughIn('standalone', 'chaos kills, cuts off and stops the databases of a cluster'))(
    'of the database alone, it comes back by itself, and commands wait or are to be sent again with their key',
    async () => {
      const product = skyshelf.pid();
      const database = skyshelf.mongodPid();
      skyshelf.killMongod();
      const killedAt = performance.now();
      const commands = Array.from({ length: 8 }, (_, index) => persist(`during ${index}`));
      const refusals = (await Promise.all(commands)).flat();
      const outageMs = Math.round(performance.now() - killedAt);

      expect(new Set(refusals)).toBeOneOf([new Set(), new Set(['503 drive.busy'])]);
      expect(skyshelf.pid()).toBe(product);
      await eventually(() => skyshelf.mongodPid() !== database, { timeoutMs: 20_000 });
      expect((await fetch(new URL('/health/ready', skyshelf.url))).status).toBe(200);
      const kept = (await names()).filter((name) => name.startsWith('during'));
      expect(kept.toSorted()).toEqual(Array.from({ length: 8 }, (_, index) => `during ${index}`));
      expect(outageMs).toBeLessThan(20_000);
      console.log(JSON.stringify({ outageMs, refusals: refusals.length }));
    },
  );

  /** Sends a command with one key until it is done; answers the refusals it met. */
  async function persist(name: string): Promise<string[]> {
    const key = randomUUID();
    const refusals: string[] = [];
    for (;;) {
      const { status, body } = await addFolder(name, key);
      if (status === 200) return refusals;
      refusals.push(`${status} ${(body as unknown as { error: { code: string } }).error.code}`);
      await pause(50);
    }
  }
});
