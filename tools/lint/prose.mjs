import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.mjs';
import { hasVerb } from './verbs.mjs';

const ALLOWED = 'tools/lint/prose-allowed.json';
const MOST_ALLOWED = 40;

/** A name and a value, for what no sentence says better: "Unit: milliseconds." */
const LABEL = /^(?:Unit|Default|Format|Order|Example|Source): /;
const NOUN_PHRASE = /^(?:the|an?|each|every|all) \S+ \S/i;
const CONJUNCTION = /^(?:and|but|nor|or|so|than|then|yet)\b/i;
/** The reader must guess what such a clause stands for. */
const RELATIVE = /^(?:what|who|whom|whose|which|those)\b/i;
/** They may begin a sentence whose main clause follows a comma. */
const SUBORDINATE = new RegExp(
  `^(?:${[
    'about above across after against along although among as at because before behind below between beyond by',
    'despite during except for from if in inside into like near of on once onto outside over per since though',
    'through to towards under unless until via when whenever where wherever while with within without',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\b(?!-)`,
  'i',
);

/** Doc comments begin with a sentence, with a noun phrase that has its article, or with a label. */
export function checkProse(root) {
  const allowed = existsSync(join(root, ALLOWED))
    ? JSON.parse(readFileSync(join(root, ALLOWED), 'utf8'))
    : [];
  const excused = (path) => allowed.some((entry) => path === entry || path.startsWith(`${entry}/`));
  return [
    ...(allowed.length > MOST_ALLOWED ? [`${ALLOWED}: at most ${MOST_ALLOWED} entries`] : []),
    ...sourceFiles(root)
      .filter((path) => !excused(path))
      .flatMap((path) => fragmentsIn(readFileSync(join(root, path), 'utf8'), path)),
  ];
}

/** The fragments of a file, as `path:line: what is wrong`. */
export function fragmentsIn(text, path) {
  return [...text.matchAll(/^[ \t]*\/\*\*([\s\S]*?)\*\//gm)].flatMap(({ 1: comment, index }) => {
    const sentence = firstSentence(comment);
    const wrong = sentence && whatIsWrong(sentence);
    return wrong ? [`${path}:${text.slice(0, index).split('\n').length}: ${wrong}: "${sentence}"`] : [];
  });
}

function firstSentence(comment) {
  const words = comment
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.split(/(?<=[.!?])\s|\s*@\w+ /)[0];
}

function whatIsWrong(sentence) {
  if (LABEL.test(sentence)) return null;
  if (RELATIVE.test(sentence)) return 'begins with a relative pronoun';
  if (CONJUNCTION.test(sentence)) return 'begins with a conjunction';
  if (SUBORDINATE.test(sentence))
    return hasVerb(sentence.replace(/^[^,]*,?/, '')) ? null : 'has no main clause after a comma';
  return hasVerb(sentence) || NOUN_PHRASE.test(sentence) ? null : 'has no verb';
}
