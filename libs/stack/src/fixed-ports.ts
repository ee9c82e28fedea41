import { createServer, type Server } from 'node:net';

/**
 * Below systems' ephemeral ports (Linux 32,768, others 49,152): a client must not take the port of a
 * restarting server.
 */
const FIRST = 20_000;
const BLOCK = 100;
const BLOCKS = 120;

/** Sockets on the first port of our blocks: reserve them while this process lives. */
const held: Server[] = [];
let claimed: Promise<number> | null = null;
let next = 1;

/**
 * Reserved for a server even while it is down. Each process has its own blocks, so that two at once don't
 * find the same.
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
