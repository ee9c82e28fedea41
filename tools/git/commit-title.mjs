/**
 * Judges the title of a commit; the `commit-msg` hook that set-up installs calls it.
 *
 *   node tools/git/commit-title.mjs FILE   of the message
 */
import { readFileSync } from 'node:fs';

/** The words that begin a title. */
export const VERBS =
  'Add|Fix|Remove|Rename|Move|Test|Document|Speed up|Split|Join|Refuse|Show|Use|Check|Raise|Replace'.split(
    '|',
  );

const LONGEST = 60;

/** Titles that git itself writes. */
const BY_GIT = /^(Merge|Revert|fixup!|squash!|amend!) /;

/** @returns what is wrong with it, or undefined */
export function wrongTitle(title) {
  if (BY_GIT.test(title)) return undefined;
  if (title.length > LONGEST) return `The title has ${title.length} characters, allowed are ${LONGEST}.`;
  if (!VERBS.some((verb) => title.startsWith(`${verb} `)))
    return `The title begins with none of ${VERBS.join(', ')}.`;
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  const lines = readFileSync(process.argv[2], 'utf8').split('\n');
  const wrong = wrongTitle(lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '');
  if (wrong) {
    process.stderr.write(`${wrong} (CONTRIBUTING.md; git commit --no-verify goes without this check)\n`);
    process.exitCode = 1;
  }
}
