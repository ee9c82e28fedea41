import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { limits } from '@skyshelf/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const AWAY = 'Files cannot be brought from other places at the moment. Try again later.';
const META = '/companion/url/meta';
const SOCKET = '/companion/api/0af76519-16cd-43dd-8448-eb211c803198';

let companion: Server;
let gateway: RunningGateway;
let alice: Awaited<ReturnType<RunningGateway['tokenOf']>>;
let cookie: string;
beforeAll(async () => {
  companion = createServer(({ headers, url }, response) =>
    response.end(JSON.stringify(url === '/sources' ? { sources: [] } : { headers })),
  );
  companion.on('upgrade', (_, socket) => {
    socket.on('error', () => socket.destroy()).resume();
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  await once(companion.listen(0, '127.0.0.1'), 'listening');
  const { port } = companion.address() as AddressInfo;
  gateway = await runGateway({ overrides: { companion: `http://127.0.0.1:${port}` } });
  alice = await gateway.tokenOf('alice');
  cookie = `skyshelf=${alice.accessToken}`;
});
afterAll(async () => {
  await gateway.stop();
  companion.close();
});

async function ask(method: string, path: string, headers: Record<string, string>) {
  const call = request(`${gateway.url}${path}`, { method, headers, agent: false }).end();
  const [answer] = (await Promise.race([once(call, 'response'), once(call, 'upgrade')])) as [IncomingMessage];
  return answer;
}
const statusOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).statusCode;

it('is for who is signed in, and tells of them without their token', async () => {
  expect(await statusOf('POST', META, {})).toBe(401);
  // A cookie is enough for what only reads, and for what another site opens it is not sent.
  expect(await statusOf('POST', META, { cookie })).toBe(401);
  expect(await statusOf('GET', '/companion/dropbox/list', { cookie })).toBe(401);
  expect(await statusOf('GET', '/companion/dropbox/connect', { cookie })).toBe(200);
  const seen = await json(await ask('POST', META, alice.headers));
  expect(JSON.stringify(seen)).toContain(alice.drive);
  expect(JSON.stringify(seen)).not.toContain(alice.accessToken);
});

const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };

it('opens a WebSocket for our own page alone', async () => {
  const opened = (path: string, headers: Record<string, string>) =>
    statusOf('GET', path, { ...upgrade, ...headers });
  expect(await opened(SOCKET, {})).toBe(401);
  expect(await opened(SOCKET, { cookie, origin: 'https://elsewhere.example' })).toBe(403);
  expect(await opened('/api/changes/live', { cookie })).toBe(404);
  expect(await opened(SOCKET, { cookie, origin: gateway.runtime.publicUrl })).toBe(101);
});

/** Opens as many WebSockets of a user as may be open; `ended` resolves when all are. */
async function fill(url: string, { accessToken }: { accessToken: string }) {
  const headers = { ...upgrade, cookie: `skyshelf=${accessToken}` };
  const open = () => request(`${url}${SOCKET}`, { headers, agent: false }).end();
  const ends = [];
  for (let count = 0; count < limits.companionSockets; count += 1) {
    const [, socket] = (await once(open(), 'upgrade')) as [IncomingMessage, Socket];
    ends.push(once(socket.resume(), 'close'));
  }
  const [refused] = (await once(open(), 'response')) as [IncomingMessage];
  expect(refused.statusCode).toBe(429);
  expect(await json(refused)).toMatchObject({ error: { code: 'rate.limited' } });
  return { ended: Promise.all(ends) };
}

it('opens so many WebSockets a drive, and ends them with the session at every replica', async () => {
  const { companion: address } = gateway.runtime;
  const second = await runGateway({ replicaOf: gateway, overrides: { companion: address } });
  const bob = await gateway.tokenOf('bob');
  const carol = await gateway.tokenOf('carol');
  const here = await fill(gateway.url, bob);
  const there = await fill(second.url, bob);
  const closing = await fill(second.url, carol);
  await gateway.post('/api/logout/', {}, bob.headers);
  await Promise.all([here.ended, there.ended]);
  await gateway.post('/api/account/close', {}, carol.headers);
  await closing.ended;
  expect(await statusOf('GET', SOCKET, { ...upgrade, cookie })).toBe(101);
  await second.stop();
});

it('says in words that Companion is away', async () => {
  companion.close();
  companion.closeAllConnections();
  const answer = await ask('POST', META, alice.headers);
  expect(answer.statusCode).toBe(502);
  expect(await json(answer)).toEqual({
    message: AWAY,
    error: { code: 'service.unavailable', message: AWAY },
  });
  const figures = await gateway.runtime.metrics.registry.text();
  expect(figures).toContain('skyshelf_companion_requests_total{service="test",outcome="away"} 1');
  expect(figures).toMatch(/skyshelf_companion_requests_total\{service="test",outcome="answered"\} [1-9]/);
  expect(figures).toMatch(/skyshelf_companion_connections\{service="test"\} [1-9]/);
});
