import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

describe('one client', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await runGateway({ env: { maxConnections: '10' } });
  });
  afterAll(() => gateway.stop());

  it('can send so many headers and no more', async () => {
    const withHeaders = async (count: number) => {
      const answer = await fetch(`${gateway.url}/api/auth/providers`, {
        headers: Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'x'])),
      });
      return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code];
    };
    expect(await withHeaders(80)).toEqual([200, undefined]);
    expect(await withHeaders(100)).toEqual([431, 'headers.too-large']);
    expect(await withHeaders(2_500)).toEqual([431, 'headers.too-large']);
  });

  it('can open so many connections; further ones are closed unanswered', async () => {
    const address = { host: '127.0.0.1', port: Number(new URL(gateway.url).port) };
    gateway.service.app.getHttpServer().closeAllConnections();
    const sockets = Array.from({ length: 14 }, () => connect(address));
    onTestFinished(() => sockets.forEach((each) => void each.destroy()));
    let answered = 0;
    let closed = 0;
    for (const socket of sockets)
      socket
        .on('error', () => undefined)
        .on('data', () => (answered += 1))
        .on('close', () => (closed += 1));
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(4);
    expect(answered).toBe(0);
    const figures = await gateway.runtime.metrics.registry.text();
    for (const state of ['open', 'allowed'])
      expect(figures).toContain(`skyshelf_http_connections{service="test",state="${state}"} 10`);
  });
});
