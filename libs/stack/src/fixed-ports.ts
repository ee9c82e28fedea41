import { createServer, type Server } from 'node:net';

/**
 * The range to choose from lies below those that systems take the local ends of outgoing connections from (Linux 32,768,
 * others 49,152): a client must not sit on the port of a server that is just being restarted.
 */
const FIRST = 20_000;
const BLOCK = 100;
const BLOCKS = 120;

/** Sockets on the first port of each block that is ours: as long as this process lives, no other takes ports of it. */
const held: Server[] = [];
let claimed: Promise<number> | null = null;
let next = 1;

/**
 * A port of the loopback address that no one listens on, and that stays free for a server while it is down. Each process
 * has blocks of its own, so that two that look at once do not find the same.
 */
export async function freeFixedPort(): Promise<number> {
  for (;;) {
    const block = (claimed ??= claimBlock());
    const first = await block;
    while (claimed === block && next < BLOCK) {
      const port = first + next;
      next += 1;
      if (await isFree(port)) return port;
    }
    if (claimed === block) [claimed, next] = [null, 1];
  }
}

/** The first port of a block that no other process has. */
async function claimBlock(): Promise<number> {
  const start = process.pid % BLOCKS;
  for (let turn = 0; turn < BLOCKS; turn += 1) {
    const port = FIRST + ((start + turn) % BLOCKS) * BLOCK;
    const server = createServer();
    if (!(await listens(server, port))) continue;
    held.push(server.unref());
    return port;
  }
  throw new Error(`There is no free port from ${FIRST} to ${FIRST + BLOCK * BLOCKS - 1}`);
}

/** True when a server could listen on this port of the loopback address. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  if (!(await listens(server, port))) return false;
  await new Promise((closed) => server.close(closed));
  return true;
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(true));
  });
}
