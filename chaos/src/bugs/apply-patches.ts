import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Patch } from './planted-bugs.js';

/** Each source file of the patches as it becomes, by its path below the repository. */
export function applyPatches(root: string, patches: readonly Patch[]): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { file, find, replace } of patches) {
    const text = changed.get(file) ?? readFileSync(join(root, file), 'utf8');
    const times = text.split(find).length - 1;
    if (times !== 1)
      throw new Error(`In ${file} this stands ${times} times, so the bug can't be planted:\n${find}`);
    // A function, so that no $ in the text has a meaning.
    changed.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return changed;
}
