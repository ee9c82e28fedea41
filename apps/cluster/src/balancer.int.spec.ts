import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLogger } from '@skyshelf/telemetry';
import { eventually, freePort } from '@skyshelf/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBalancer, type Balancer } from './balancer.js';

const logger = createLogger({ service: 'test', level: 'silent' });

interface Gateway {
  url: string;
  ready: boolean;
  seen: string[];
  close(): void;
}

async function gateway(name: string, listener?: RequestListener): Promise<Gateway> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/health/ready') return void response.writeHead(state.ready ? 200 : 503).end();
    state.seen.push(incoming.url ?? '');
    if (listener) return listener(incoming, response);
    void text(incoming).then((body) => response.end(`${name} ${body}`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const state: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: true,
    seen: [],
    close,
  };
  return state;
}

async function balanced(
  gateways: readonly Gateway[],
  { trustedProxies = 0, maxConnections = 100 } = {},
): Promise<string> {
  const port = await freePort();
  const balancer = await startBalancer({
    host: '127.0.0.1',
    port,
    gateways: gateways.map(({ url }) => url),
    logger,
    trustedProxies,
    maxConnections,
  });
  onTestFinished(() => balancer.close());
  last = balancer;
  return `http://127.0.0.1:${port}`;
}

let last: Balancer;

const answerOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();

describe('the one address of the cluster', () => {
  it('takes so many connections and so long a head, and no more', async () => {
    const address = new URL(await balanced([await gateway('one')], { maxConnections: 3 }));
    const reach = () => connect(Number(address.port), address.hostname).on('error', () => undefined);
    const long = reach();
    long.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(16_400)}\r\n\r\n`);
    expect(await text(long)).toContain('HTTP/1.1 431 ');
    let closed = 0;
    const sockets = Array.from({ length: 5 }, () => reach().on('close', () => (closed += 1)));
    onTestFinished(() => sockets.forEach((each) => void each.destroy()));
    for (const each of sockets) each.resume();
    await eventually(() => closed === 2);
  });

  it('gives each gateway its turn, with bodies and answers as they are', async () => {
    const url = await balanced([await gateway('one'), await gateway('two')]);
    const body = 'x'.repeat(3_000_000);
    const answers = [];
    for (let each = 0; each < 4; each += 1)
      answers.push(await answerOf(`${url}/api/`, { method: 'POST', body }));
    expect(new Set(answers)).toEqual(new Set([`one ${body}`, `two ${body}`]));
  });

  it('leaves out a gateway that is not ready, until it is', async () => {
    const one = await gateway('one');
    const two = await gateway('two');
    const url = await balanced([one, two]);
    one.ready = false;
    const usesOne = async () => {
      one.seen.length = 0;
      for (let each = 0; each < 4; each += 1) await answerOf(url);
      return one.seen.length > 0;
    };
    await eventually(async () => !(await usesOne()), { timeoutMs: 20_000 });
    one.ready = true;
    await eventually(usesOne, { timeoutMs: 20_000 });
  });

  it('asks a gateway that is not ready rather than no one', async () => {
    const one = await gateway('one');
    const url = await balanced([one]);
    one.ready = false;
    expect(await answerOf(url)).toBe('one ');
  });

  it('keeps a stream open, and lets what is written through at once', async () => {
    const live = await gateway('live', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 1\n\n');
      setTimeout(() => response.write('id: 2\n\n'), 50);
    });
    const call = request(`${await balanced([live])}/api/changes/live`).end();
    const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream];
    expect(String(((await once(response, 'data')) as [Buffer])[0])).toBe('id: 1\n\n');
    expect(String(((await once(response, 'data')) as [Buffer])[0])).toBe('id: 2\n\n');
    call.destroy();
  });

  it('stops when the answers under way have arrived, whatever streams of live changes are open', async () => {
    const answer = Promise.withResolvers<void>();
    const live = await gateway('live', (incoming, response) => {
      if (incoming.url === '/live') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return void response.write('id: 1\n\n');
      }
      response.write('begun ');
      void answer.promise.then(() => response.end('x'.repeat(5_000_000)));
    });
    const url = await balanced([live]);
    const stream = await fetch(`${url}/live`);
    const slow = await fetch(`${url}/slow`);
    const closed = last.close();
    await expect(stream.text()).rejects.toThrow();
    answer.resolve();
    expect((await slow.text()).length).toBe(5_000_006);
    await closed;
    await expect(fetch(url)).rejects.toThrow();
  });

  it('goes on at the other gateway when one is gone', async () => {
    const one = await gateway('one');
    const two = await gateway('two');
    const url = await balanced([one, two]);
    for (let each = 0; each < 4; each += 1) await answerOf(url);
    one.close();
    for (let each = 0; each < 6; each += 1) expect(await answerOf(url)).toBe('two ');
  });

  it('says that a part is not reachable when no gateway is there', async () => {
    const one = await gateway('one');
    const url = await balanced([one]);
    one.close();
    const answer = await fetch(url);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'service.unavailable' } });
  });

  it('tells the gateway who calls and under which name, and believes only proxies of ours', async () => {
    const echo = await gateway('echo', ({ headers }, response) => response.end(JSON.stringify(headers)));
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' };
    const alone = await balanced([echo]);
    expect(JSON.parse(await answerOf(alone, { headers }))).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(alone).host,
    });
    const behind = await balanced([echo], { trustedProxies: 1 });
    expect(JSON.parse(await answerOf(behind, { headers }))).toMatchObject({
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-host': 'evil.example',
    });
  });

  it('answers bytes that are no HTTP, and addresses that are none, with a refusal', async () => {
    const url = await balanced([await gateway('one')]);
    const say = (bytes: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.end(bytes);
      return text(socket);
    };
    expect(await say('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*input\.unreadable/);
    expect(await say('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 4/);
  });
});
