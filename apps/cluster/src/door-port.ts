import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Before anything is started for nothing.
 * @throws {Error} as `listen` throws it: `EADDRINUSE` with the port
 */
export async function refuseTakenPort({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
