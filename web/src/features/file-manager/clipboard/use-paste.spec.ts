import { describe, expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { element, file, link } from '../../../../testing/element.js';
import { textOf } from './clipboard.js';
import { pastedOf, type SystemClipboard } from './use-paste.js';

const clipboard = (text: string, files: File[] = []): SystemClipboard => ({
  files,
  text,
  filled: text !== '' || files.length > 0,
});
const now = new Date('2026-03-04T05:06:07Z');
const empty = { held: false, left: null };
const copied = { held: true, left: 'a.jpg\nb.jpg' };

describe('what Ctrl+V brings', () => {
  it.each([
    ['our own while its text is there', 'a.jpg\r\nb.jpg', copied, { what: 'own' }],
    ['our own where no text could be left', 'words from before', { held: true, left: null }, { what: 'own' }],
    ['our own while the clipboard shows nothing', '', copied, { what: 'own' }],
    [
      'an address that was copied since',
      'https://example.org/a',
      copied,
      { what: 'link', url: 'https://example.org/a' },
    ],
    ['an address without its scheme', ' example.org/a ', empty, { what: 'link', url: 'example.org/a' }],
    [
      'what looks like an address, for the form to refuse',
      'javascript:alert(1)',
      empty,
      { what: 'link', url: 'javascript:alert(1)' },
    ],
    ['a private address, likewise', 'http://10.0.0.1/', empty, { what: 'link', url: 'http://10.0.0.1/' }],
    ['nothing of words', 'some words', copied, { what: 'unknown' }],
    ['nothing of one word', 'word', empty, { what: 'unknown' }],
    ['nothing of nothing', '', empty, { what: 'nothing' }],
  ])('is %s', (_, text, own, expected) => expect(pastedOf(clipboard(text), own, now)).toEqual(expected));

  it('is files', () =>
    expect(pastedOf(clipboard('', [new File(['y'], 'b.pdf')]), copied, now)).toEqual({ what: 'files' }));
  it('is a picture under a name of its own', () => {
    const picture = new File(['x'], 'image.png', { type: 'image/png' });
    const pasted = pastedOf(clipboard('', [picture]), copied, now);
    expect(pasted.what === 'picture' && pasted.file.name).toBe('Picture 2026-03-04 05.06.07.png');
  });
});

describe('what is left for other programs', () => {
  const site = link('Tides', 'https://example.org/tides');
  it('is the address of one link', () => expect(textOf([site])).toBe('https://example.org/tides'));
  it('is a line for each of several', () =>
    expect(textOf([element({ linkname: 'Work' }), file('a.jpg'), site])).toBe(
      'Work\na.jpg\nTides\thttps://example.org/tides',
    ));
});
