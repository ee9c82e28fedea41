/**
 * `npm run lines`: writes docs/lines.md, and says which lines no test proves.
 *
 * node tools/lines.mjs [--proven] with it: which lines no test has proven in the run whose results lie in
 * test-results
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLines, readLines } from './lint/lines.mjs';
import { findProofs } from './lines/find-proofs.mjs';
import { linesPage } from './lines/lines-page.mjs';
import { unprovenLines } from './lines/unproven-lines.mjs';
import { ROOT } from './setup/paths.mjs';

const lines = readLines(ROOT);
const problems = process.argv.includes('--proven') ? proven() : written();
process.exitCode = problems.length ? 1 : 0;

function written() {
  writeFileSync(join(ROOT, 'docs/lines.md'), linesPage(lines, findProofs(ROOT)));
  const found = checkLines(ROOT);
  for (const problem of found) process.stdout.write(`${problem}\n`);
  return found;
}

function proven() {
  const found = unprovenLines(lines, join(ROOT, 'test-results'));
  for (const problem of found) process.stdout.write(`failed: ${problem}\n`);
  process.stdout.write(`${Object.keys(lines).length - found.length} passed, ${found.length} failed\n`);
  return found;
}
