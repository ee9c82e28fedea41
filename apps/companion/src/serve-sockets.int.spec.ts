import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { RequestsInFlight } from '@skyshelf/http';
import { limits } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { afterEach, expect, it } from 'vitest';
import { serveSockets } from './serve-sockets.js';
import { SignInBridge } from './sign-in-bridge.js';

const key = 'k'.repeat(40);
const SIGN_IN = '/companion/api2/auth-callback/token/name-of-it';
const UPLOAD = '/companion/api/0af76519-16cd-43dd-8448-eb211c803198';

const servers: Server[] = [];
const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Uploads switch the protocol and are heard; `uploading` says whether one goes on. */
async function start(pauses?: { pingMs?: number; idleMs?: number }, isUploading = () => false) {
  const bridge = new SignInBridge(() => 0);
  const app = {
    handle: () => undefined,
    upgrade: (_: unknown, socket: { write(text: string): unknown; resume(): unknown }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.resume();
    },
    isUploading,
  };
  const server = createServer();
  server.on(
    'upgrade',
    serveSockets({ app, bridge, keys: () => [key], work: new RequestsInFlight() }, pauses),
  );
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (path: string, drive = 'alice') => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    opened.push(socket);
    const heard = { text: '', closed: false };
    socket.on('data', (chunk: Buffer) => (heard.text += chunk.toString('latin1')));
    socket.once('end', () => (heard.closed = true));
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nauthorization: Internal ${key}\r\n` +
        `skyshelf-drive: ${drive}\r\nskyshelf-session: ${drive}\r\n\r\n`,
    );
    await eventually(() => heard.text.includes('\r\n\r\n'));
    return { socket, heard, status: heard.text.slice(9, 12) };
  };
  return { bridge, open };
}

it('has so many a drive, says so to a further one, and takes one again for each that ends', async () => {
  const { open } = await start();
  const pages = [];
  for (let count = 0; count < limits.companionSockets; count += 1) pages.push(await open(SIGN_IN + count));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set(['101']));
  const refused = await open(UPLOAD);
  expect(refused.heard.text).toMatch(/^HTTP\/1.1 429 .*"code":"rate.limited","message":"Too many requests/su);
  await eventually(() => refused.heard.closed);
  expect((await open(SIGN_IN, 'bob')).status).toBe('101');
  pages[0]?.socket.destroy();
  await eventually(async () => (await open(UPLOAD)).status === '101');
});

it('ends one for which nothing is awaited, and keeps those that wait for an upload or a sign-in', async () => {
  const going = { upload: true };
  const { open, bridge } = await start({ pingMs: 20, idleMs: 400 }, () => going.upload);
  const [upload, idle, signIn] = [await open(UPLOAD), await open(`${SIGN_IN}-not`), await open(SIGN_IN)];
  bridge.begin('name-of-it', 'alice');
  await eventually(() => idle.heard.closed);
  expect([upload.heard.closed, signIn.heard.closed]).toEqual([false, false]);
  expect(signIn.heard.text).toContain('\x89\x00');
  going.upload = false;
  await eventually(() => upload.heard.closed);
  bridge.finish('name-of-it', 'alice', 'token');
  await eventually(() => signIn.heard.closed);
  expect(signIn.heard.text).toContain('{"token":"token"}');
});

it('hears little of a client, so that no message fills the memory', async () => {
  const { open } = await start();
  for (const path of [UPLOAD, SIGN_IN]) {
    const { socket, heard } = await open(path);
    socket.write(Buffer.alloc(1024 * 1024));
    await eventually(() => heard.closed || socket.destroyed);
  }
});
