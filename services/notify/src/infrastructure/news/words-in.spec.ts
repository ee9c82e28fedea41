import { expect, it } from 'vitest';
import { readItem } from '../../domain/read-item.js';
import { wordsIn } from './words-in.js';

it.each([
  ['<b>Hi</b> there', 'Hi there'],
  ['a<br>b<p>c</p>', 'a b c'],
  ['&uuml;ber &amp;lt; &#x41;', 'über &lt; A'],
  ['<script>alert(1)</script>x<style>y{}</style>', 'x'],
  ['<svg><script>alert(1)</script></svg><img src=x onerror=alert(1)>z', 'z'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt>alert(1)'],
  ['<script>never closed', ''],
  ['<'.repeat(1_000_000), expect.any(String)],
])('%j has the words %j', (html, words) => expect(wordsIn(html.slice(0, 1_000_000))).toEqual(words));

it('an item leads to a page of the web, or is left out', () => {
  const read = (link: string) => readItem({ title: 'T', link }, wordsIn)?.link;
  expect(read(' https://a.example/x ')).toBe('https://a.example/x');
  for (const link of [
    ...['', '/x', 'javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'],
    ...[
      'file:///etc/passwd',
      'https://user:secret@a.example/',
      `https://a.example/${'x'.repeat(3000)}`,
      'blob:x',
    ],
  ])
    expect(read(link), link).toBeUndefined();
  expect(readItem({ title: '<b></b>', link: 'https://a.example' }, wordsIn)).toBeNull();
  expect(readItem({ title: 'T', link: 'https://a.example', date: 'soon' }, wordsIn)?.isoDate).toBeNull();
  expect(readItem({ title: 'x'.repeat(999), link: 'https://a.example' }, wordsIn)?.title).toHaveLength(300);
});
