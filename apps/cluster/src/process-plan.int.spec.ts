import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '@skyshelf/host';
import { expect, it } from 'vitest';
import { refuseTakenPort } from './process-plan.js';

it('refuses a port in use, and leaves a free one free', async () => {
  const door = { host: '127.0.0.1', port: await freePort() };
  await refuseTakenPort(door);
  const other = createServer().listen(door);
  await once(other, 'listening');
  await expect(refuseTakenPort(door)).rejects.toMatchObject({ code: 'EADDRINUSE', port: door.port });
  other.close();
});
