import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { choosePorts } from './ports.js';

it('chooses ports that no one listens on', async () => {
  const [taken = 0] = await choosePorts(1, () => 0.5);
  const server = createServer().listen(taken, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const ports = await choosePorts(5, () => 0.5);
  expect(new Set(ports).size).toBe(5);
  expect(ports).not.toContain(taken);
  for (const port of ports) expect(port).toSatisfy((each: number) => each >= 20_000 && each < 32_000);
});
