import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startStandIn, type StandIn } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Resolve } from './public-address.js';
import { startVettingProxy, type VettingProxy, type VettingProxyOptions } from './vetting-proxy.js';

let inside: StandIn;
let trusted: StandIn;
let proxy: VettingProxy;
const onRefused = vi.fn();
const start = async (options: Partial<VettingProxyOptions> = {}) => {
  proxy = await startVettingProxy({
    trusted: new Set([trusted.host]),
    maxBytes: 1000,
    maxConnections: 10,
    idleMs: 20_000,
    onRefused,
    ...options,
  });
};
beforeEach(async () => {
  onRefused.mockClear();
  [inside, trusted] = await Promise.all([startStandIn(), startStandIn()]);
  trusted.says(200, { ok: true });
});
afterEach(() => Promise.all([proxy.close(), inside.stop(), trusted.stop()]));

async function get(address: string, method = 'GET'): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(proxy.url);
  const call = request({ hostname, port, path: address, method, agent: false }).end();
  const [answer] = await once(call, 'response');
  return { status: answer.statusCode, body: await text(answer) };
}

/** Asks for a tunnel; gives what is answered first, or nothing when the connection is closed. */
async function tunnel(authority: string, send = '') {
  const { hostname, port } = new URL(proxy.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const [head] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
  if (send) socket.write(send);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1]), socket };
}

const forbidden = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1'];

describe('the vetting proxy', () => {
  it('hands over what is asked of a server that may be asked', async () => {
    await start();
    expect(await get(`${trusted.url}/a?b`)).toEqual({ status: 200, body: '{"ok":true}' });
    expect(trusted.asked).toEqual(['/a?b']);
  });

  it('tunnels to it', async () => {
    await start();
    const { status, socket } = await tunnel(trusted.host, 'GET /in HTTP/1.0\r\n\r\n');
    expect(status).toBe(200);
    expect(await text(socket)).toContain('{"ok":true}');
  });

  it('refuses every other address, by either way', async () => {
    await start();
    const port = new URL(inside.url).port;
    for (const host of forbidden) {
      expect((await get(`http://${host}:${port}/`)).status).toBe(403);
      expect((await get(`http://${host}/`)).status).toBe(403);
      expect((await tunnel(`${host}:${port}`)).status).toBe(403);
      expect((await tunnel(`${host}:443`)).status).toBe(403);
    }
    expect(inside.asked).toEqual([]);
    expect(onRefused).toHaveBeenCalledTimes(4 * forbidden.length);
  });

  it.each(['example.com:80', 'example.com:22', 'user@example.com:443', 'example.com', '/etc', 'a b:443'])(
    'tunnels to no %s',
    async (authority) => {
      await start();
      expect((await tunnel(authority)).status).not.toBe(200);
    },
  );

  it('takes no other address and no other method', async () => {
    await start();
    for (const address of ['https://example.com/', 'ftp://example.com/', 'file:///etc/passwd', '/etc/passwd'])
      expect((await get(address)).status).toBe(403);
    expect((await get(`${trusted.url}/`, 'DELETE')).status).toBe(403);
    expect(trusted.asked).toEqual([]);
  });

  it('refuses a name that has a private address, though not alone, or changes to one', async () => {
    const answers = [
      [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
      [{ address: '127.0.0.1', family: 4 }],
    ];
    const resolve = vi.fn<Resolve>(async () => answers.shift() ?? []);
    await start({ resolve });
    expect((await tunnel('mixed.example:443')).status).toBe(403);
    expect((await get('http://changed.example/')).status).toBe(403);
    expect(resolve).toHaveBeenCalledTimes(2);
  });

  it('refuses names that are not to be asked', async () => {
    await start({ refusedHosts: ['example.com'] });
    expect((await tunnel('update.example.com:443')).status).toBe(403);
    expect((await tunnel('example.com.:443')).status).toBe(403);
  });

  it('closes all when more comes than is allowed, over all connections', async () => {
    await start();
    trusted.answer((_, response) => void response.end('x'.repeat(600)));
    expect((await get(trusted.url)).body).toHaveLength(600);
    await expect(get(trusted.url)).rejects.toThrow();
  });

  it('closes what is silent, and all at its end', async () => {
    await start({ idleMs: 200 });
    trusted.answer(() => undefined);
    await expect(get(trusted.url)).rejects.toThrow();
    const { status, socket } = await tunnel(trusted.host);
    expect(status).toBe(200);
    const closed = once(socket, 'close');
    await proxy.close();
    await closed;
    await start();
  });
});
