import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { DriveId } from '@skyshelf/contracts';
import { fakeClock } from '@skyshelf/testing';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { CompanionSockets } from './companion-sockets.js';

it('ends a WebSocket when its session expires, and one on which nothing is said', async () => {
  const clock = fakeClock();
  const revoked = { has: () => false, onRevoked: () => () => true };
  const token = (lastsMs: number) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(new Date(clock.now().getTime() + lastsMs))
      .sign(Buffer.alloc(32));
  const caller = { sub: 'local|alice', drive: 'alice' as DriveId, sid: 'sid', name: 'Alice' };
  for (const [idleMs, lastsMs] of [
    [3_600_000, 1_000],
    [50, 3_600_000],
  ] as const) {
    const sockets = new CompanionSockets({ revoked, clock, idleMs });
    const issued = await token(lastsMs);
    const server = createServer().on('upgrade', (request, socket) => {
      sockets.add(request, socket);
      sockets.admit(socket, caller, issued);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await once(client.resume(), 'close');
    expect(client.bytesRead).toBe(0);
    sockets.close();
    server.close();
  }
});
