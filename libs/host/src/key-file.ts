import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What members of a replica set show each other. It need not stay the same, only be the same for all that run. */
export const newMemberKey = (): string => randomBytes(64).toString('base64');

/**
 * Puts the key next to the data, for the server's `--keyFile`: it then serves only clients that sign in.
 * @returns the file, which only its owner can read, as the server demands
 */
export function writeKeyFile(dbPath: string, memberKey: string): string {
  const file = join(dbPath, 'skyshelf-key');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, memberKey, { mode: 0o600 });
  renameSync(draft, file);
  return file;
}
