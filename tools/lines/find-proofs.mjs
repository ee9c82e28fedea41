import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from '../lint/source-files.mjs';

/** A title ends with the lines it proves: `selects one item on a click [F4.1 F4.3]`. */
const PROOF = / \[([FS]\d+\.\d+(?: [FS]\d+\.\d+)*)\](['"`])/g;

/** From fast and narrow to slow and whole, by how a test's file is named. */
const LEVELS = [
  [/\.e2e\.ts$/, 'flow'],
  [/\.page\.test\.tsx?$/, 'component in Chromium'],
  [/\.int\.spec\.ts$/, 'integration'],
  [/\.spec\.tsx?$/, 'unit'],
];

/**
 * Finds the tests that prove lines of the specification.
 * @returns {Map<string, {file: string, title: string, level: string, device: string}[]>} by the line's number
 */
export function findProofs(root) {
  const proofs = new Map();
  for (const file of sourceFiles(root)) {
    const level = LEVELS.find(([pattern]) => pattern.test(file))?.[1];
    if (!level) continue;
    const source = readFileSync(join(root, file), 'utf8');
    for (const { 1: numbers, 2: quote, index } of source.matchAll(PROOF)) {
      const title = source.slice(openingQuote(source, quote, index) + 1, index);
      const device = /phone|touch|mobile|tablet/i.test(title) ? 'phone' : 'desktop';
      for (const number of numbers.split(' '))
        proofs.set(number, [...(proofs.get(number) ?? []), { file, title, level, device }]);
    }
  }
  return proofs;
}

/** Finds where a string begins that contains `index`. */
function openingQuote(source, quote, index) {
  let at = source.lastIndexOf(quote, index - 1);
  while (at > 0 && source[at - 1] === '\\') at = source.lastIndexOf(quote, at - 1);
  return at;
}
