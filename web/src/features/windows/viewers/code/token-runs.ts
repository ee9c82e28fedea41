import { grammars } from './grammars.js';
import { tones, type Runs } from './tones.js';

type Tokens = ReturnType<typeof grammars.highlight>['children'];

/** The key is the first word of a token's class: `hljs-title`. */
const toneByScope: Record<string, (typeof tones)[number]> = {
  keyword: 'keyword',
  'selector-pseudo': 'keyword',
  built_in: 'type',
  type: 'type',
  'selector-class': 'type',
  literal: 'number',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  string: 'string',
  regexp: 'string',
  code: 'string',
  quote: 'comment',
  comment: 'comment',
  title: 'title',
  section: 'title',
  'selector-id': 'title',
  name: 'name',
  'selector-tag': 'name',
  attr: 'attribute',
  attribute: 'attribute',
  variable: 'attribute',
  'template-variable': 'attribute',
  property: 'attribute',
  meta: 'meta',
  doctag: 'meta',
  link: 'meta',
  addition: 'added',
  deletion: 'removed',
};

const toneOf = (classes: unknown): number => {
  const [first] = Array.isArray(classes) ? classes : [];
  const tone = typeof first === 'string' ? toneByScope[first.replace('hljs-', '')] : undefined;
  return tone ? tones.indexOf(tone) : -1;
};

export function tokenRuns(language: string, text: string): Runs {
  const ends: number[] = [];
  const found: number[] = [];
  let end = 0;
  const walk = (nodes: Tokens, tone: number): void => {
    for (const node of nodes) {
      if (node.type === 'element') {
        const own = toneOf(node.properties.className);
        walk(node.children, own < 0 ? tone : own);
      } else if (node.type === 'text' && node.value !== '') {
        end += node.value.length;
        if (found.at(-1) === tone) ends[ends.length - 1] = end;
        else {
          ends.push(end);
          found.push(tone);
        }
      }
    }
  };
  walk(grammars.highlight(language, text).children, 0);
  return { ends: Uint32Array.from(ends), tones: Uint8Array.from(found) };
}
