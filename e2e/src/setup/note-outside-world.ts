import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTSIDE_NOTES } from '../outside-world.js';
import { failLate } from './late-failures.js';

/**
 * From now on what pages of this run do outside of this machine, and against their content security policy,
 * is noted. Returns what fails the run when anything was.
 */
export function noteOutsideWorld(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-outside-'));
  const notes = join(folder, 'notes');
  writeFileSync(notes, '');
  process.env[OUTSIDE_NOTES] = notes;
  return () => {
    const lines = readFileSync(notes, 'utf8').split('\n').filter(Boolean);
    rmSync(folder, { recursive: true, force: true });
    failLate('outside-world', [...new Set(lines)]);
  };
}
