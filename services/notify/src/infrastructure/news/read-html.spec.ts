import { expect, it } from 'vitest';
import { readItem } from '../../domain/news.js';
import { picturesOf, htmlToText } from './read-html.js';

it.each([
  ['<b>Hi</b> there', 'Hi there'],
  ['a<br>b<p>c</p>', 'a b c'],
  ['&uuml;ber &amp;lt; &#x41;', 'über &lt; A'],
  ['<script>alert(1)</script>x<style>y{}</style>', 'x'],
  ['<svg><script>alert(1)</script></svg><img src=x onerror=alert(1)>z', 'z'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt>alert(1)'],
  ['<script>never closed', ''],
  ['<'.repeat(1_000_000), expect.any(String)],
])('%j has the words %j', (html, words) => expect(htmlToText(html.slice(0, 1_000_000))).toEqual(words));

it('an item leads to a page of the web, or is left out', () => {
  const read = (link: string) => readItem({ title: 'T', link }, htmlToText)?.link;
  expect(read(' https://a.example/x ')).toBe('https://a.example/x');
  for (const link of [
    '',
    '/x',
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    ...[
      'file:///etc/passwd',
      'https://user:secret@a.example/',
      `https://a.example/${'x'.repeat(3000)}`,
      'blob:x',
    ],
  ])
    expect(read(link), link).toBeUndefined();
  expect(readItem({ title: '<b></b>', link: 'https://a.example' }, htmlToText)).toBeNull();
  expect(readItem({ title: 'T', link: 'https://a.example', date: 'soon' }, htmlToText)?.isoDate).toBeNull();
  expect(readItem({ title: 'x'.repeat(999), link: 'https://a.example' }, htmlToText)?.title).toHaveLength(
    300,
  );
});

it('the picture of an item is the smallest one that is wide enough, else what lies next to it, else the first in its text', () => {
  const url = 'https://a.example/a.jpg';
  const wide = (width: number) => ({ url: `https://a.example/${width}.jpg`, width });
  expect(picturesOf({ contents: [wide(1200), wide(460), wide(140)] })[0]).toBe('https://a.example/460.jpg');
  expect(picturesOf({ thumbnails: [wide(75), wide(150)] })[0]).toBe('https://a.example/150.jpg');
  expect(picturesOf({ groups: [{ contents: [{ url, medium: 'image' }] }] })).toEqual([url]);
  expect(picturesOf({ contents: [{ url: 'https://a.example/film.mp4', type: 'video/mp4' }] })).toEqual([]);
  const files = [
    { url: 'https://a.example/talk.mp3', type: 'audio/mpeg' },
    { url, type: 'image/jpeg' },
  ];
  expect(picturesOf({}, files)).toEqual([url]);
  const html = `<img src="https://count.example/1.gif" width="1" height="1"><img src="/b.png"><img src="${url}">`;
  expect(picturesOf({}, [], html)).toEqual(['/b.png']);
});

it('the address of a picture leads to the web, or there is none', () => {
  const read = (...pictures: string[]) =>
    readItem({ title: 'T', link: 'https://a.example/news/1', pictures }, htmlToText)?.picture;
  expect(read('../b.png')).toBe('https://a.example/b.png');
  expect(
    read('javascript:alert(1)', 'data:image/png;base64,x', 'https://u:p@a.example/x', '//b.example/c'),
  ).toBe('https://b.example/c');
  expect(read('file:///etc/passwd', 'blob:https://a.example/x')).toBeNull();
});
