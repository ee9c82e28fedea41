import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Filled by tools/setup/pack.mjs. As deep as every package's `src` and `dist`, so relative paths are the same. */
export const PACKED = 'apps/packed/dist';

/** Example: `program <path> <file>`, `source <size> <time of change> <path>`. */
export const CONTENTS = `${PACKED}/contents.txt`;

export function packedProgram(program, root = ROOT) {
  const line = readLines(join(root, CONTENTS)).find((each) => each.startsWith(`program ${program} `));
  return join(root, line ? `${PACKED}/${line.split(' ')[2]}` : program);
}

export function isPacked(root = ROOT) {
  const sources = readLines(join(root, CONTENTS)).filter((line) => line.startsWith('source '));
  return sources.length > 0 && sources.every((line) => isUnchanged(line, root));
}

function readLines(file) {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // Nothing was packed here.
    return [];
  }
}

function isUnchanged(line, root) {
  const [, size, changed, ...path] = line.split(' ');
  const found = statSync(join(root, path.join(' ')), { throwIfNoEntry: false });
  return String(found?.size) === size && String(found?.mtimeMs) === changed;
}
