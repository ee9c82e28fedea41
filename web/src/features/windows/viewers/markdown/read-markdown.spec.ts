import { describe, expect, it } from 'vitest';
import '../../../../../testing/page-globals.js';
import { fileOfDrive, safeLink } from './note-image.js';
import type { NoteNode } from './note-node.js';
import { readMarkdown } from './read-markdown.js';

/** A note in brackets: `(p words)`. */
const drawn = (nodes: readonly NoteNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : `(${node.tag} ${drawn(node.children)})`)).join('');

describe('Markdown', () => {
  it.each([
    ['# A *b*', '(h1 A (em b))'],
    ['- a\n- b', '(ul (li a)(li b))'],
    ['- [ ] a\n- [X] b', '(ul (li (task )a)(li (task )b))'],
    ['- [x] a\n\n- b', '(ul (li (p (task )a))(li (p b)))'],
    ['|a|\n|-|\n|b|', '(table (thead (tr (th a)))(tbody (tr (td b))))'],
    ['~~a~~ `b` **c**', '(p (s a) (code b) (strong c))'],
    ['```js\na\n```', '(pre a)'],
    ['a<br>b <!-- no --> <i>c</i>', '(p a(br )b  <i>c</i>)'],
    ['<script>\nx\n</script>', '(p <script>\nx\n</script>)'],
    ['<!-- no -->', ''],
    ['https://a.example', '(p (a https://a.example))'],
    ['![b](c.png)', '(p (img b))'],
  ])('%j', (text, expected) => expect(drawn(readMarkdown(text))).toBe(expected));

  it('names its headings as links call them, each once', () => {
    const names = readMarkdown('# High & low\n\n## Ebb\n\n## Ebb').map((node) =>
      typeof node === 'string' ? '' : node.anchor,
    );
    expect(names).toEqual(['high--low', 'ebb', 'ebb-1']);
  });

  it('is no deeper than can be drawn', () => {
    for (const text of [
      '> '.repeat(5000) + 'a',
      '- '.repeat(5000) + 'a',
      '*a **b '.repeat(3000) + 'b** a*'.repeat(3000),
    ])
      expect(JSON.stringify(readMarkdown(text)).split('children').length).toBeGreaterThan(1);
  });
});

it.each([
  ['https://a.example/b', true],
  ['mailto:a@b.example', true],
  ['HTTP://a.example', true],
  ['javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,a', false],
  ['vbscript:a', false],
  ['file:///etc/passwd', false],
  ['//a.example', false],
  ['/api/logout/', false],
  ['https:///', false],
])('a link to %j is followed: %s', (address, isSafe) => expect(safeLink(address) !== null).toBe(isSafe));

it.each([
  ['a.png', '/Trips/', '/Trips/', 'a.png'],
  ['./b/a%20c.png?x#y', '/Trips/', '/Trips/b/', 'a c.png'],
  ['../../a.png', '/Trips/Sea/', '/', 'a.png'],
  ['../../../a.png', '/Trips/', '/', 'a.png'],
  ['/Pictures/a.png', '/Trips/', '/Pictures/', 'a.png'],
])('a picture %j of a note in %s', (address, note, folder, name) =>
  expect(fileOfDrive(address, note)).toEqual({ folder, name }),
);
it.each([
  'https://a.example/a.png',
  '//a.example/a.png',
  'data:image/png,a',
  'a\\b.png',
  '%E0%A4%A',
  '#a',
  '',
])('no picture of the drive: %j', (address) => expect(fileOfDrive(address, '/')).toBeNull());
