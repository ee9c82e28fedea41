import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  answerWith,
  hostileCases,
  isInOwnNetwork,
  lacksOwnNetwork,
  publicAddresses,
  redirectTo,
  runInOwnNetwork,
  startHostileNetwork,
  type HostileNetwork,
} from '@skyshelf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCompanion, type RunningCompanion } from '../testing/run-companion.js';
import { companionApp } from './companion-app.js';
import { companionConfig } from './companion.config.js';
import { FetchedAddresses } from './fetched-addresses.js';

it.skipIf(isInOwnNetwork || lacksOwnNetwork())(
  'in a network of its own',
  () => runInOwnNetwork(import.meta.filename),
  300_000,
);

const LEG = 'http://127.0.0.1:40123/import';

/** Companion alone, without what stands before it: what it sends where, when a client says so. */
async function bareCompanion(allowed: RegExp) {
  const fetched = new FetchedAddresses();
  const app = companionApp({
    config: companionConfig.parse({}),
    publicUrl: 'http://shelf.example',
    secret: 's'.repeat(40),
    folder: mkdtempSync(join(tmpdir(), 'companion-')),
    allowed,
    fetched,
  });
  const server = createServer((request, response) => {
    Object.assign(request, { session: new EventEmitter() });
    app.handle(request, response);
  });
  server.on('upgrade', (request, socket, head) => app.upgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Sends a file where a client would have it. False: it is refused. */
  const send = async (endpoint: string): Promise<boolean> => {
    const id = fetched.add({ stream: Readable.from([Buffer.from('bytes')]), size: 5 });
    const answer = await fetch(`http://127.0.0.1:${port}/url/get/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, protocol: 'multipart', httpMethod: 'PUT', headers: { 'x-own': '1' } }),
    });
    const { token } = (await answer.json().catch(() => ({}))) as { token?: string };
    if (!token) return false;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/${token}`);
    await new Promise<void>((done) => {
      socket.addEventListener('message', ({ data }) => {
        if (!String(data).includes('"progress"')) done();
      });
      socket.addEventListener('error', () => done());
    });
    socket.close();
    return true;
  };
  return { send, stop: () => void server.close().closeAllConnections() };
}

describe.runIf(isInOwnNetwork)('files from elsewhere', { timeout: 200_000 }, () => {
  let network: HostileNetwork;
  let companion: RunningCompanion;
  beforeAll(async () => {
    network = await startHostileNetwork();
    companion = await runCompanion();
  });
  afterAll(async () => {
    await companion.stop();
    await network.close();
  });
  afterEach(() => {
    network.reached.length = 0;
  });

  it.each(['http', 'https'] as const)(
    'are never asked for in the private network, by %s',
    async (protocol) => {
      const cases = hostileCases(network, protocol);
      expect(cases.length).toBeGreaterThanOrEqual(150);
      const came: string[] = [];
      for (const { host, name } of cases) {
        const url = `${protocol}://${host}/`;
        const described = await companion.ask('/companion/url/meta', { url });
        if (described.status !== 400) came.push(`${name}: ${described.status}`);
        await companion.bring(url).then(
          ({ action }) => came.push(`${name}: ${action}`),
          () => undefined,
        );
      }
      expect(network.reached).toEqual([]);
      expect(came).toEqual([]);
      expect(companion.stored).toEqual([]);
    },
  );

  it.each([
    ['http://file.site.example/a.bin', [[publicAddresses[0]]]],
    ['https://safe.site.example/a.bin', [[publicAddresses[0]]]],
    ['https://six.site.example/a.bin', [[publicAddresses[2]]]],
    ['http://several.site.example/a.bin', [[...publicAddresses]]],
    ['http://moving.site.example/a.bin', [[publicAddresses[0]], [publicAddresses[1]]]],
  ])('come from a public server: %s', async (url, answers) => {
    network.site(new URL(url).hostname, answerWith('public', 'application/octet-stream'), answers);
    expect((await companion.bring(url)).action).toBe('success');
    expect(companion.stored.at(-1)?.bytes.toString()).toBe('public');
  });

  it('come from the end of redirects, by another protocol', async () => {
    network.site('old.site.example', redirectTo('https://file.site.example/a.bin', 301));
    network.site('file.site.example', answerWith('public', 'application/octet-stream'));
    expect((await companion.bring('http://old.site.example/a.bin')).action).toBe('success');
  });

  it('go to storage alone, wherever a client would have them sent', async () => {
    network.site('file.site.example', answerWith('public', 'application/octet-stream'));
    const before = companion.stored.length;
    const ends = [
      'http://10.0.0.1/',
      `http://10.0.0.1/?${LEG}`,
      'http://169.254.169.254/',
      'http://93.184.216.34/',
    ];
    for (const endpoint of ends) {
      const upload = { endpoint, uploadUrl: endpoint, protocol: 'tus', headers: { 'Import-Grant': 'leave' } };
      expect((await companion.bring('http://file.site.example/a.bin', upload)).action).toBe('success');
    }
    expect(companion.stored.length).toBe(before + ends.length);
    expect(network.reached).toEqual([]);
  });

  /** Addresses that have the allowed one somewhere in them. */
  const endpoints = () =>
    hostileCases(network, 'http').flatMap(({ host }) => [
      `http://${host}/`,
      `http://${host}/?${LEG}`,
      `http://${host}/#${LEG}`,
      `${LEG}@${host}/`,
    ]);

  it('are refused by Companion itself for any other address', async () => {
    const bare = await bareCompanion(/^http:\/\/127\.0\.0\.1:40123\/import$/);
    const sent: string[] = [];
    for (const endpoint of endpoints()) if (await bare.send(endpoint)) sent.push(endpoint);
    bare.stop();
    expect(network.reached).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('finds an allowed address that is given as text', async () => {
    const bare = await bareCompanion(LEG as unknown as RegExp);
    expect(await bare.send(`http://10.0.0.1/?${LEG}`)).toBe(true);
    bare.stop();
    expect(network.reached).toContain('tcp 10.0.0.1:80');
  });
});
