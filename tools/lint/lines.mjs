import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProofs } from '../lines/find-proofs.mjs';
import { linesPage } from '../lines/lines-page.mjs';

const LINES = 'tools/lines/specification.json';
const PAGE = 'docs/lines.md';

/** The lines by their numbers: `F4.1` is the first of section 4 of the file manager’s specification. */
export const readLines = (root) => JSON.parse(readFileSync(join(root, LINES), 'utf8'));

/** Each line of the specification has a test that carries its number, and no test carries another. */
export function checkLines(root) {
  if (!existsSync(join(root, LINES))) return [];
  const lines = readLines(root);
  const proofs = findProofs(root);
  const page = join(root, PAGE);
  return [
    ...Object.keys(lines)
      .filter((number) => !proofs.has(number))
      .map((number) => `${LINES}: no test proves ${number}: ${lines[number]}`),
    ...[...proofs]
      .filter(([number]) => !(number in lines))
      .map(([number, [{ file }]]) => `${file}: there is no line ${number}`),
    ...(existsSync(page) && readFileSync(page, 'utf8') === linesPage(lines, proofs)
      ? []
      : [`${PAGE}: write it again by "npm run lines"`]),
  ];
}
