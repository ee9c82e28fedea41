import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';

const UNIX = 'unix:';

/** @param address `http://host:port`, or `unix:/path/of/socket`, which is taken over from an earlier process */
export async function listenAt(server: Server, address: string): Promise<void> {
  if (!address.startsWith(UNIX)) {
    const { hostname: host, port } = new URL(address);
    return listening(server, { host, port: Number(port) });
  }
  const path = address.slice(UNIX.length);
  // A server that closes removes the path it was made at, though another one may listen there by then.
  const madeAt = join(dirname(path), process.pid.toString(36));
  rmSync(madeAt, { force: true });
  await listening(server, { path: madeAt });
  chmodSync(madeAt, 0o600);
  renameSync(madeAt, path);
}

const listening = (server: Server, at: object): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(at, resolve));
