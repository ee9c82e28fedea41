import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  databaseUriOf,
  launchSkyshelf,
  processesOf,
  type RunningSkyshelf,
} from '@skyshelf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

describe('the database that comes with the product', () => {
  let skyshelf: RunningSkyshelf;
  let uri: string;
  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    uri = await databaseUriOf(skyshelf.dataFolder);
  });

  const passwordOf = (address: string) => decodeURIComponent(new URL(address).password);

  it('shows its password in no log, answer or command line', async () => {
    const logs = join(skyshelf.dataFolder, 'logs');
    const health = await (await fetch(`${skyshelf.url}/health`)).text();
    const texts = [
      health,
      JSON.stringify(await skyshelf.ops('GET', '/health')),
      ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8')),
      ...processesOf(skyshelf.dataFolder).map(({ command }) => command),
    ];
    for (const text of texts) expect(text.includes(passwordOf(uri))).toBe(false);
  });

  it.runIf(enoughIn('standalone', 'after-a-crash starts a cluster again on its data'))(
    'has the same password and data after a restart, and after kill -9',
    async () => {
      const own = await launchSkyshelf();
      const password = passwordOf(await databaseUriOf(own.dataFolder));
      const client = apiClient(own.url, await own.token('alice'));
      await client.call(routes.addElement, {
        body: { url: '/', obj: { linkname: 'kept', linktype: 'folder' } },
      });
      for (const end of [() => own.stop(), () => own.kill()]) {
        await end();
        expect(own.output()).not.toContain(password);
        await own.restart();
        expect(passwordOf(await databaseUriOf(own.dataFolder))).toBe(password);
        const listed = await client.call(routes.listFolder, { body: { url: '/' } });
        expect(listed.docs.map(({ linkname }) => linkname)).toEqual(['kept']);
      }
      client.close();
      await own.dispose();
    },
    180_000,
  );
});
