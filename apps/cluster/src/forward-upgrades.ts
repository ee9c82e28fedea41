import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { forwardUpgrade, type ReplicaPools } from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import { forwarded } from './forwarded-headers.js';

const WITHIN_MS = 30_000;

/** @returns ends the open ones */
export function forwardUpgrades(
  server: Server,
  pools: Pick<ReplicaPools, 'reach'>,
  { trustedProxies, logger }: { trustedProxies: number; logger: Logger },
): () => void {
  const open = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
    const headers = forwarded(request, trustedProxies);
    forwardUpgrade(pools, request, socket, head, { headers, withinMs: WITHIN_MS }).catch((error: unknown) => {
      logger.warn({ err: error }, 'No gateway could answer');
      socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
  });
  return () => {
    for (const each of open) each.destroy();
  };
}
