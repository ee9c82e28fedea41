import { join } from 'node:path';
import { accessTokenClaims, serviceNames } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  productMode,
  stackSettings,
  uploadFile,
  type RunningSkyshelf,
} from '@skyshelf/testing';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { enoughIn, onlyIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { ofFolder, typed, type Finished } from './typed.js';

const processes = z.array(z.object({ name: z.enum(serviceNames), url: z.url() }));
const stats = z.object({
  drives: z.number().positive(),
  elements: z.number().positive(),
  bytes: z.number().min(1000),
  outbox: z.object({ catalog: z.number(), storage: z.number() }),
});

/** A service is refilled there by the same code as in a standalone, and with what all other tests have left behind. */
const isFull = process.env.E2E_FULL === '1';

/**
 * Commands of docs/operations.md, typed while the product runs and others use it. What each prints is held
 * next to their code.
 */
describe('an operator', () => {
  let skyshelf: RunningSkyshelf;
  let drive: string;
  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    const token = await skyshelf.token('looked-after');
    ({ drive } = accessTokenClaims.parse(decodeJwt(token)));
    const client = apiClient(skyshelf.url, token);
    await uploadFile(client, { name: 'costs.csv', type: 'text/csv', bytes: Buffer.alloc(1000, 'x') });
    client.close();
  });

  const type = (words: string, where = ofFolder(skyshelf.dataFolder)): Promise<Finished> =>
    typed(words.split(' '), where);

  /** The commands one after the other; the code and the words of those that did not end well. */
  async function troubles(lines: readonly string[], where?: Record<string, string>): Promise<string[]> {
    const found: string[] = [];
    for (const words of lines) {
      const { code, stdout, stderr } = await type(words, where);
      if (code !== 0) found.push(`${words}: ${code} ${stdout} ${stderr}`);
    }
    return found;
  }

  const resyncs = ['billing', 'catalog', 'storage', 'media'].map((consumer) => `resync ${consumer}`);

  it.runIf(enoughIn('standalone', 'of a cluster the commands are typed from elsewhere, the harder way'))(
    'checks and rebuilds a drive, refills every service, and sees how it goes',
    async () => {
      // A drive's quota comes from billing, so it may take a moment until all know of it.
      await eventually(async () => (await type(`fsck --drive ${drive}`)).code === 0, { timeoutMs: 60_000 });
      expect(
        await troubles([
          `rebuild --drive ${drive}`,
          `fsck --drive ${drive}`,
          ...resyncs,
          'jobs',
          'parked list',
        ]),
      ).toEqual([]);
      const { stdout } = await type('stats --json');
      expect(stats.parse(JSON.parse(stdout)).drives).toBeGreaterThan(0);
    },
  );

  it('is told what is not known', async () => {
    expect(await type('fsck --drive nobody')).toMatchObject({
      code: 2,
      stderr: 'There is no drive nobody.\n',
    });
  });

  it.runIf(onlyIn('cluster', 'a standalone is reached by its socket only'))(
    'does the same from elsewhere, as in a pod, with several replicas of each service',
    async () => {
      const running = processes.parse(await skyshelf.ops('GET', '/cluster/processes'));
      const peers = Map.groupBy(running, ({ name }) => name);
      const addresses = [...peers].map(([name, its]) => `${name}=${its.map(({ url }) => url).join('|')}`);
      const where = {
        ...stackSettings(productMode(), skyshelf.dataFolder),
        SKYSHELF_PEERS: addresses.join(','),
        SKYSHELF_KEYS_FILE: join(skyshelf.dataFolder, 'secrets.json'),
      };
      const looks = [`rebuild --drive ${drive}`, `fsck --drive ${drive}`, 'stats'];
      expect(await troubles(isFull ? ['resync storage', ...looks] : looks, where)).toEqual([]);
    },
  );
});
