import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SampleService } from '../testing/sample-service.js';

vi.mock(import('./body-time.js'), async (original) => {
  const real = await original();
  return { ...real, JSON_BODY_TIME: { ...real.JSON_BODY_TIME, idleMs: 100 } };
});

it('cuts off who announces a body and does not send it', async () => {
  const { app } = await SampleService.start();
  onTestFinished(() => app.close());
  await app.listen(0, '127.0.0.1');
  const { port } = new URL(await app.getUrl());
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST /api/refuse HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"how":',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*The request body took too long/);
});
