import {
  answerWith,
  hostileCases,
  isInOwnNetwork,
  lacksOwnNetwork,
  redirectTo,
  runInOwnNetwork,
  startHostileNetwork,
  type HostileNetwork,
} from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookupDefaults } from '../../catalog.config.js';
import { openLinkProviders } from './open-link-providers.js';

it.skipIf(isInOwnNetwork || lacksOwnNetwork())(
  'in a network of its own',
  () => runInOwnNetwork(import.meta.filename),
  300_000,
);

describe.runIf(isInOwnNetwork)('the look-up of a link', { timeout: 200_000 }, () => {
  let network: HostileNetwork;
  beforeAll(async () => void (network = await startHostileNetwork()));
  afterAll(() => network.close());
  const film = 'https://vimeo.com/api/oembed.json?url=1';
  const ask = (host: string) =>
    openLinkProviders({
      ...lookupDefaults,
      playlistKey: 'a key',
      lookupProvider: `https://${host}`,
    });

  it('reaches nothing private, wherever its provider leads', async () => {
    const cases = hostileCases(network, 'https');
    expect(cases.length).toBeGreaterThanOrEqual(150);
    for (const { host } of cases) {
      await expect(ask(host).video(film)).rejects.toThrow();
      await expect(ask(host).playlist?.('1')).rejects.toThrow();
    }
    expect(network.reached).toEqual([]);
  });

  it('gets the answer of a public provider, behind a redirect too', async () => {
    const answer = JSON.stringify({ title: 'A film', thumbnail_url: 'https://i.site.example/1.jpg' });
    network.site('vimeo.site.example', answerWith(answer));
    network.site('old.site.example', redirectTo('https://vimeo.site.example/', 301));
    for (const host of ['vimeo.site.example', 'old.site.example'])
      expect(await ask(host).video(film)).toMatchObject({ title: 'A film' });
  });
});
