import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.mjs';

const MOST_COLUMNS = 120;

/** Written by `npm run generate`, or samples of such code. */
const EXEMPT = /sent-metrics\.ts$|^tools\/(lint|testing)\/|^tools\/lint\.int\.spec\.ts$/;

const WORDS = /\b(whoever|somebody|nobody|anybody|anew|meanwhile|verdicts?|perseverance|patience)\b/i;

/** Literals that only save lines; where undoing one breaks a limit of length, the function is to be split first. */
const SHAPES = {
  'a literal that is spread': { pattern: /\.\.\.(?:\{ *[\w.'"[]|\[ *['"\w[{])/g, left: 136 },
  'several declarations in one': { pattern: /\b(?:const|let) \[[\w, ]+\](?:: [^=]+)? = \[/g, left: 39 },
};

/** Lines of at most 120 columns, plain words in comments, and no literals made only to save lines. */
export function checkPlainCode(root) {
  const problems = [];
  const found = Object.fromEntries(Object.keys(SHAPES).map((shape) => [shape, []]));
  for (const path of sourceFiles(root)) {
    if (EXEMPT.test(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    problems.push(...linesOf(text, path));
    for (const [shape, { pattern }] of Object.entries(SHAPES))
      for (const { index } of text.matchAll(pattern))
        found[shape].push(`${path}:${text.slice(0, index).split('\n').length}`);
  }
  for (const [shape, { left }] of Object.entries(SHAPES))
    if (found[shape].length > left)
      problems.push(`${shape}: ${found[shape].length} times, at most ${left}:`, ...found[shape]);
  return problems;
}

function linesOf(text, path) {
  let inTemplate = false;
  return text.split('\n').flatMap((line, index) => {
    const at = `${path}:${index + 1}`;
    const began = inTemplate;
    if ((line.match(/(?<!\\)`/g)?.length ?? 0) % 2 === 1) inTemplate = !inTemplate;
    const isComment = !began && /^\s*(\/\/|\/\*|\* |\*\/)/.test(line);
    const comment = isComment ? line : began ? '' : (/\s\/\/ (.*)$/.exec(line)?.[1] ?? '');
    // A text or an expression is not cut in two.
    const isLiteral = /https?:\/\//.test(line) || (!isComment && (began || /['"`]|\/[^/]+\//.test(line)));
    const word = WORDS.exec(comment)?.[0];
    return [
      ...(line.length > MOST_COLUMNS && !isLiteral ? [`${at}: ${line.length} columns`] : []),
      ...(word ? [`${at}: "${word}": say it in plain English`] : []),
    ];
  });
}
