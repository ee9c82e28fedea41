import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** Survives a power cut; readable by the owner only. */
export function writeDurably(file: string, content: unknown): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(content));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
