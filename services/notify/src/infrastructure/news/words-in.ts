import { Parser } from 'htmlparser2';

/** Characters looked at. */
const MOST_CHARACTERS = 20_000;
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'math']);

/** In one line, without elements, scripts or styles. */
export function wordsIn(html: string): string {
  const words: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (UNREAD.has(name)) unread += 1;
      words.push(' ');
    },
    onclosetag: (name) => {
      if (UNREAD.has(name)) unread -= 1;
      words.push(' ');
    },
    ontext: (text) => {
      if (unread === 0) words.push(text);
    },
  });
  parser.end(html.slice(0, MOST_CHARACTERS));
  return words.join('').replaceAll(/\s+/g, ' ').trim();
}
