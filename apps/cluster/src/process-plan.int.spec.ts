import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '@skyshelf/host';
import { expect, it } from 'vitest';
import { requireFreePort } from './process-plan.js';

it('refuses a port in use, and leaves a free one free', async () => {
  const door = { host: '127.0.0.1', port: await freePort() };
  await requireFreePort(door);
  const other = createServer().listen(door);
  await once(other, 'listening');
  await expect(requireFreePort(door)).rejects.toMatchObject({ code: 'EADDRINUSE', port: door.port });
  other.close();
});
