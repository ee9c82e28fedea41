import { createServer } from 'node:net';

/**
 * The range to choose from lies below those that systems take the local ends of outgoing connections from (Linux 32,768,
 * others 49,152): a client must not sit on the port of a server that is just being restarted.
 */
const FIRST = 20_000;
const BLOCK = 100;
const BLOCKS = 120;

const given = new Set<number>();
let next = 0;

/**
 * A port of the loopback address that no one listens on, and that stays free for a server while it is down. Processes
 * begin to look at different places, so that two that look at once do not find the same.
 */
export async function freeFixedPort(): Promise<number> {
  const start = (process.pid % BLOCKS) * BLOCK;
  for (; next < BLOCK * BLOCKS; next += 1) {
    const port = FIRST + ((start + next) % (BLOCK * BLOCKS));
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`There is no free port from ${FIRST} to ${FIRST + BLOCK * BLOCKS - 1}`);
}

/** True when a server could listen on this port of the loopback address. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
