import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createService, type CreatedService } from './index.js';
import { serviceOf, testRuntime } from '../testing/index.js';

let service: CreatedService;
let origin: string;
beforeEach(async () => {
  service = await createService(serviceOf(), await testRuntime());
  origin = await service.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => service.stop());

async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.end(request);
  return text(socket);
}

describe('a head of a request', () => {
  it('that is no HTTP is answered with a refusal', async () => {
    const answer = await raw('NONSENSE\r\n\r\n');
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(answer).toContain('"code":"input.unreadable"');
  });

  it('of more than 16 KB is refused', async () => {
    const headers = (bytes: number) => `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(bytes)}\r\n`;
    expect(await raw(`${headers(15_000)}Connection: close\r\n\r\n`)).toContain('HTTP/1.1 200 OK');
    const answer = await raw(`${headers(16_400)}\r\n`);
    expect(answer).toContain('HTTP/1.1 431 Request Header Fields Too Large');
    expect(answer).toContain('"code":"headers.too-large"');
  });

  it('that does not come to its end is given up', async () => {
    const server: Server = service.app.getHttpServer();
    expect(server.headersTimeout).toBe(20_000);
    server.headersTimeout = 100;
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
    const answer = await text(socket);
    expect(answer).toContain('HTTP/1.1 408 Request Timeout');
    expect(answer).toContain('The request headers took too long.');
  });

  it('that is refused ends its connection, though the client keeps its side open', async () => {
    const server: Server = service.app.getHttpServer();
    const open = () => promisify(server.getConnections.bind(server))();
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write('NONSENSE\r\n\r\n');
    await once(socket.resume(), 'end');
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
  });
});
