import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpStatus } from './http-answer.js';

describe('the status of a server', () => {
  let server: ReturnType<typeof createServer>;
  let url: string;
  beforeEach(async () => {
    server = createServer((question, answer) => {
      if (question.url === '/silent') return;
      if (question.url === '/half') return void answer.writeHead(200, { 'content-length': '10' }).write('x');
      question.on('data', () => undefined).on('end', () => answer.writeHead(202).end('taken'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is what it answers', async () => {
    expect(await httpStatus(`${url}/`, { method: 'POST', body: '{}' })).toBe(202);
  });

  it.each(['/silent', '/half'])('is 0 after two seconds without an answer or its end: %s', async (path) => {
    expect(await httpStatus(url + path)).toBe(0);
  });

  it('is 0 where no one listens', async () => {
    server.close();
    expect(await httpStatus(url)).toBe(0);
  });
});
