import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUriOf, processesOf } from '@skyshelf/testing';
import { expect, it } from 'vitest';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

it('the password of the database is in no log, answer or command line', async () => {
  const skyshelf = await sharedSkyshelf();
  const password = decodeURIComponent(new URL(await databaseUriOf(skyshelf.dataFolder)).password);
  const logs = join(skyshelf.dataFolder, 'logs');
  const texts = [
    await (await fetch(`${skyshelf.url}/health`)).text(),
    JSON.stringify(await skyshelf.ops('GET', '/health')),
    ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8')),
    ...processesOf(skyshelf.dataFolder).map(({ command }) => command),
  ];
  for (const text of texts) expect(text.includes(password)).toBe(false);
});
