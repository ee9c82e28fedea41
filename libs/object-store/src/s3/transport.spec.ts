import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createAgent, createTransport } from './transport.js';
import { Wire } from './wire.js';

const CONNECT_MS = 100;

it('does not count as the store’s silence that this process stood still', async () => {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = createAgent(false);
  const transport = createTransport(false, { connectMs: CONNECT_MS, idleMs: 1_000 });
  try {
    const status = await new Promise((resolve, reject) => {
      const request = transport.request({ host: '127.0.0.1', port, agent }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.once('socket', () => setImmediate(() => standStill(CONNECT_MS * 1.2)));
      request.once('error', reject).end();
    });
    expect(status).toBe(200);
  } finally {
    agent.destroy();
    server.close();
  }
});

it('sends again what no connection was made for, though it must not be done twice', async () => {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const look = vi.spyOn(dns, 'lookup').mockImplementationOnce(() => {});
  onTestFinished(() => look.mockRestore());
  const wire = new Wire({
    endpoint: `http://localhost:${(server.address() as AddressInfo).port}`,
    bucket: 'b',
    region: 'r',
    connectMs: CONNECT_MS,
    credentials: () => Promise.resolve({ accessKey: 'a', secretKey: 's' }),
  });
  onTestFinished(() => wire.close());
  await wire.read({ method: 'PUT', key: 'k', body: 'bytes', repeat: false });
  expect(look).toHaveBeenCalledTimes(2);
});

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
