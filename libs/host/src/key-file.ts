import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Must be equal for all running members, not constant. */
export const newMemberKey = (): string => randomBytes(64).toString('base64');

/**
 * For `--keyFile`: only clients that sign in are served.
 * @returns the file, readable by its owner only, as the server demands
 */
export function writeKeyFile(dbPath: string, memberKey: string): string {
  const file = join(dbPath, 'skyshelf-key');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, memberKey, { mode: 0o600 });
  renameSync(draft, file);
  return file;
}
