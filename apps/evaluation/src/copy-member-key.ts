import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Puts the key by which members of a replica set know each other where its owner alone may read it, as mongod demands: a volume of a Secret lets the pod's group
 * read too.
 */
export function copyMemberKey(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  writeFileSync(draft, readFileSync(from, 'utf8').trim(), { mode: 0o400 });
  renameSync(draft, to);
}
