import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What members of a replica set show each other. Made from the password, so that there is one secret to keep, and says nothing of it. */
export function memberKey(password: string): string {
  return createHash('sha512').update(`skyshelf mongod key file\n${password}`).digest('base64');
}

/**
 * Puts the key next to the data, for the server's `--keyFile`: it then serves only clients that sign in.
 * @returns the file, which only its owner can read, as the server demands
 */
export function writeKeyFile(dbPath: string, password: string): string {
  const file = join(dbPath, 'skyshelf-key');
  const key = memberKey(password);
  if (contentOf(file) === key) return file;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, key, { mode: 0o600 });
  renameSync(draft, file);
  return file;
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
