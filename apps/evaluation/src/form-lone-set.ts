import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { formReplicaSet, sayHello } from '@skyshelf/host';

export interface LoneSetOptions {
  /** A file with the address that the product has: `mongodb://skyshelf:password@host:port/…`. */
  uriFile: string;
  /** A file with the key that its mongod was started with. */
  keyFile: string;
  deadlineMs?: number;
}

const POLL_MS = 500;

/**
 * Makes a mongod that stands alone a replica set of one member under the name in its address, with the product's user; may be repeated, also under another name.
 * @throws {Error} when it does not serve in time
 */
export async function formLoneSet({ uriFile, keyFile, deadlineMs = 300_000 }: LoneSetOptions): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  const { hostname: host, port: givenPort, password } = new URL(readFileSync(uriFile, 'utf8').trim());
  const memberKey = readFileSync(keyFile, 'utf8').trim();
  const port = Number(givenPort || 27_017);
  while (!(await sayHello(`${host}:${port}`, 2_000))) {
    if (performance.now() > deadline) throw new Error(`${host}:${port} does not answer.`);
    await pause(POLL_MS);
  }
  const secrets = { password: decodeURIComponent(password), memberKey };
  await formReplicaSet([{ host, port, clientPort: port }], secrets, deadline - performance.now());
}
