import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftovers } from './leftovers.js';
import { runStack } from './run-stack.js';
import { shareProduct } from './share-product.js';
import { OUTSIDE_NOTES } from '../outside-world.js';
import { failLate } from './late-failures.js';

/**
 * From now on what pages of this run do outside of this machine, and against their content security policy,
 * is noted. Returns what fails the run when anything was.
 */
function noteOutsideWorld(): () => void {
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

/** Prepares the shared parts of a run of the end-to-end tests. Vitest calls this once, and the result at the end. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  // Products, browsers and servers share the machine here: what stands back for all of them is waited for in vain.
  process.env.MEDIA_STAND_BACK ??= 'false';
  removeLeftovers();
  const lookOutside = noteOutsideWorld();
  const closeStack = await runStack();
  const closeProduct = await shareProduct();
  return async () => {
    try {
      await closeProduct();
    } finally {
      await closeStack();
    }
    lookOutside();
  };
}
