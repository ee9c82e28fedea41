import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { Body, Controller } from '@nestjs/common';
import { defineRoutes } from '@skyshelf/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ByteStream, Route } from '@skyshelf/http';
import { createService, type CreatedService } from './index.js';
import { serviceOf, testRuntime } from '../testing/index.js';

const base = {
  service: 'storage',
  access: 'public',
  rate: 'upload',
  summary: '',
  refuses: [],
  answer: z.unknown(),
} as const;
const { bytes, json, slow } = defineRoutes(base, {
  bytes: {
    method: 'PUT',
    path: '/api/bytes',
    bytes: true,
    bodyLimit: 100_000,
  },
  json: {
    method: 'POST',
    path: '/api/json',
    body: z.strictObject({ text: z.string() }),
    bodyLimit: 50_000,
  },
  slow: { method: 'GET', path: '/api/slow' },
});

let begun = 0;
let release: () => void = () => undefined;
const events: string[] = [];

@Controller()
class SocketController {
  @Route(bytes)
  async bytes(@ByteStream() body: Readable) {
    let size = 0;
    let chunks = 0;
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      chunks += 1;
    }
    return { size, chunks };
  }

  @Route(json)
  json(@Body() body: { text: string }) {
    return { length: body.text.length };
  }

  @Route(slow)
  async slow() {
    begun += 1;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    events.push('answered');
    return { ok: true };
  }

  onModuleDestroy() {
    events.push('connections closed');
  }
}

let service: CreatedService;
let origin: string;
beforeEach(async () => {
  begun = 0;
  events.length = 0;
  service = await createService(serviceOf([SocketController]), await testRuntime(), { drainMs: 5000 });
  origin = await service.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  release();
  await service.stop();
});

const send = async (path: string, init: RequestInit & { duplex?: 'half' }) => {
  const answer = await fetch(origin + path, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const sendJson = (init: Parameters<typeof send>[1], type = 'application/json') =>
  send('/api/json', { method: 'POST', headers: { 'content-type': type }, ...init });
const TOO_LARGE = [413, 'body.too-large'];
const chunked = (count: number, size: number): RequestInit & { duplex: 'half' } => ({
  duplex: 'half',
  body: new ReadableStream({
    async start(controller) {
      for (let index = 0; index < count; index += 1) {
        controller.enqueue(new Uint8Array(size).fill(97));
        await turn();
      }
      controller.close();
    },
  }),
});
async function raw(request: string): Promise<string> {
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(request);
  return text(socket);
}
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
  status,
  (body.error as { code: string }).code,
];

describe('raw bytes', () => {
  it.each(['application/octet-stream', 'application/json', 'text/plain'])(
    'sent as %s reach the handler unread',
    async (type) => {
      const answer = await send('/api/bytes', {
        method: 'PUT',
        body: Buffer.alloc(90_000, 'x'),
        headers: { 'content-type': type },
      });
      expect(answer).toMatchObject({ status: 200, body: { size: 90_000 } });
    },
  );

  it('may come in pieces of unknown number', async () => {
    expect(await send('/api/bytes', { method: 'PUT', ...chunked(9, 10_000) })).toMatchObject({
      status: 200,
      body: { size: 90_000 },
    });
  });

  it('may be none', async () => {
    expect(await send('/api/bytes', { method: 'PUT' })).toMatchObject({ status: 200, body: { size: 0 } });
  });

  it('are refused above the bound of the route, announced or not', async () => {
    for (const large of [{ body: Buffer.alloc(100_001) }, chunked(20, 10_000)])
      expect(refusalOf(await send('/api/bytes', { method: 'PUT', ...large }))).toEqual(TOO_LARGE);
  });
});

describe('a JSON body', () => {
  it('may come in pieces', async () => {
    const body = new Blob(['{"te', 'xt":"', 'ü'.repeat(10_000), '"}']).stream();
    const answer = await sendJson({ body, duplex: 'half' }, 'application/json; charset=utf-8');
    expect(answer).toEqual({ status: 200, body: { length: 10_000 } });
  });

  it('is refused above the bound of the route, announced or not, and the connection goes on', async () => {
    for (const large of [{ body: 'x'.repeat(50_001) }, chunked(30, 10_000)])
      expect(refusalOf(await sendJson(large))).toEqual(TOO_LARGE);
    expect((await sendJson({ body: '{"text":"a"}' })).status).toBe(200);
  });

  it('that breaks off harms no one', async () => {
    expect(
      await raw(
        'POST /api/json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"text"',
      ),
    ).toMatch(/^(HTTP\/1.1 400|$)/);
    expect((await sendJson({ body: '{"text":"a"}' })).status).toBe(200);
  });
});

describe('a stop', () => {
  it('finishes what has begun, refuses what is new, then closes connections', async () => {
    const running = send('/api/slow', {});
    await expect.poll(() => begun).toBe(1);
    const stopped = service.stop();
    expect(refusalOf(await injected('/api/slow'))).toEqual([503, 'starting']);
    expect((await service.inject({ method: 'GET', url: '/health/ready' })).statusCode).toBe(503);
    expect((await service.inject({ method: 'GET', url: '/health/live' })).statusCode).toBe(200);
    expect(events).toEqual([]);
    release();
    expect((await running).body).toEqual({ ok: true });
    await stopped;
    expect(events).toEqual(['answered', 'connections closed']);
  });

  it('does not wait for ever', async () => {
    const stuck = await createService(serviceOf([SocketController]), await testRuntime(), { drainMs: 50 });
    const { port } = new URL(await stuck.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => begun).toBe(1);
    const closed = once(socket, 'close');
    socket.resume();
    await stuck.stop();
    await closed;
  });

  const injected = async (url: string) => {
    const { statusCode, payload } = await service.inject({ method: 'GET', url });
    return { status: statusCode, body: JSON.parse(payload) as Record<string, unknown> };
  };
});
