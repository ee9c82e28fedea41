import { startStandIn, testDatabase, type StandIn, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogDefaults } from '../catalog.config.js';
import { runCatalog, type RunningCatalog } from '../../testing/running-catalog.js';

let database: TestDatabase;
let provider: StandIn;
let catalog: RunningCatalog;
beforeAll(async () => {
  [database, provider] = await Promise.all([testDatabase('catalog_links'), startStandIn()]);
  const lookups = { playlistKey: 'a key', lookupProvider: provider.url, lookupTrusted: [provider.host] };
  catalog = await runCatalog(database, { config: { ...catalogDefaults, ...lookups } });
});
afterAll(async () => {
  await catalog.stop();
  await provider.stop();
  await database.drop();
});

const lookUp = (linktype: string, linkurl: string) =>
  catalog.account().call('POST', '/api/link/lookup', { linktype, linkurl });

it('a link is looked up at its provider, as the operator has set it', async () => {
  provider.says(200, { title: 'A film', thumbnail_url: 'https://i.example.com/1.jpg' });
  expect(await lookUp('vimeo', 'https://vimeo.com/42')).toEqual({
    status: 200,
    body: { title: 'A film', linkimg: 'https://i.example.com/1.jpg', items: [] },
  });
  expect(provider.asked).toEqual(['/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F42&format=json']);
});
