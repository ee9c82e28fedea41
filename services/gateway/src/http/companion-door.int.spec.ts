import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
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
  companion = createServer(({ headers }, response) => response.end(JSON.stringify({ headers })));
  companion.on('upgrade', (_, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  );
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

it('opens a WebSocket for our own page alone', async () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
  const opened = (path: string, headers: Record<string, string>) =>
    statusOf('GET', path, { ...upgrade, ...headers });
  expect(await opened(SOCKET, {})).toBe(401);
  expect(await opened(SOCKET, { cookie, origin: 'https://elsewhere.example' })).toBe(403);
  expect(await opened('/api/changes/live', { cookie })).toBe(404);
  expect(await opened(SOCKET, { cookie, origin: gateway.runtime.publicUrl })).toBe(101);
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
});
