import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { formReplicaSet, runHello } from '@skyshelf/host';

interface SingleReplicaSetOptions {
  /** Example: `mongodb://skyshelf:password@host:port/…`. */
  uriFile: string;
  keyFile: string;
  deadlineMs?: number;
}

const POLL_MS = 500;

/**
 * A one-member set under the address's name, with the product's user; repeatable, also under another name.
 * @throws {Error} when it does not serve in time
 */
export async function initSingleReplicaSet({
  uriFile,
  keyFile,
  deadlineMs = 300_000,
}: SingleReplicaSetOptions): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  const { hostname: host, port: givenPort, password } = new URL(readFileSync(uriFile, 'utf8').trim());
  const memberKey = readFileSync(keyFile, 'utf8').trim();
  const port = Number(givenPort || 27_017);
  while (!(await runHello(`${host}:${port}`, 2_000))) {
    if (performance.now() > deadline) throw new Error(`${host}:${port} does not answer.`);
    await pause(POLL_MS);
  }
  const secrets = { password: decodeURIComponent(password), memberKey };
  await formReplicaSet([{ host, port, clientPort: port }], secrets, deadline - performance.now());
}

/** mongod demands that only its owner can read the key: a Secret's volume lets the pod's group read too. */
export function copyMemberKey(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  writeFileSync(draft, readFileSync(from, 'utf8').trim(), { mode: 0o400 });
  renameSync(draft, to);
}
