/** `npm run lines`: writes docs/lines.md, and says which lines no test proves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLines, readLines } from './lint/lines.mjs';
import { findProofs } from './lines/find-proofs.mjs';
import { linesPage } from './lines/lines-page.mjs';
import { ROOT } from './setup/paths.mjs';

writeFileSync(join(ROOT, 'docs/lines.md'), linesPage(readLines(ROOT), findProofs(ROOT)));
const problems = checkLines(ROOT);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length ? 1 : 0;
