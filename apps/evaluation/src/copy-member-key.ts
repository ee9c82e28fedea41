import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** mongod demands that only its owner can read the key: a Secret's volume lets the pod's group read too. */
export function copyMemberKey(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  writeFileSync(draft, readFileSync(from, 'utf8').trim(), { mode: 0o400 });
  renameSync(draft, to);
}
