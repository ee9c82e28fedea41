import { createServer } from 'node:net';
import type { SlotPorts } from './process-plan.js';

/** Below systems' ephemeral ports, so that no connection takes one during a restart. */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * Free loopback ports for processes that come and go.
 * @param random a number from 0 up to 1
 * @throws {Error} when there are not so many
 */
export async function choosePorts(count: number, random: () => number = Math.random): Promise<number[]> {
  const chosen: number[] = [];
  const start = FIRST + Math.floor(random() * (LAST - FIRST));
  for (let at = 0; at < LAST - FIRST && chosen.length < count; at += 1) {
    const port = FIRST + ((start - FIRST + at) % (LAST - FIRST));
    if (await isFree(port)) chosen.push(port);
  }
  if (chosen.length < count) throw new Error(`There are no ${count} free ports from ${FIRST} to ${LAST}.`);
  return chosen;
}

/** Without proxies in between. */
export const chooseOpenPorts = async (count: number): Promise<SlotPorts[]> =>
  (await choosePorts(count)).map((port) => ({ listening: port, reached: port }));

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve(true)));
  });
}
