import { describe, expect, it } from 'vitest';
import { element, file, link } from '../../../../testing/element.js';
import { opensInWindow, viewerOf, viewers } from './registry.js';

const photo = file('a.jpg', { linktype: 'image/jpeg', width: 640, height: 480 });
const named = (name: string, linktype: string) => file(name, { linktype });

describe('viewers', () => {
  it.each([
    [photo, 'image'],
    [named('a.psd', 'image/vnd.adobe.photoshop'), 'image'],
    [named('a.mkv', 'video/x-matroska'), 'video'],
    [named('a.mp3', 'audio/mpeg'), 'audio'],
    [named('a.wma', 'audio/x-ms-wma'), 'none'],
    [named('a.m3u8', 'audio/x-mpegurl'), 'none'],
    [named('a.pdf', 'application/pdf'), 'pdf'],
    [named('a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'), 'pdf'],
    [named('a.odt', 'application/octet-stream'), 'pdf'],
    [named('a.txt', 'text/plain'), 'pdf'],
    [named('a.log', 'text/plain'), 'pdf'],
    [named('a.md', 'text/markdown'), 'markdown'],
    [named('a.md', 'text/plain'), 'markdown'],
    [named('a.csv', 'text/csv'), 'table'],
    [named('a.tsv', 'text/plain'), 'table'],
    [named('a.py', 'application/octet-stream'), 'code'],
    [named('a.kt', 'application/octet-stream'), 'code'],
    [named('a.json', 'application/json'), 'code'],
    [named('a.epub', 'application/epub+zip'), 'none'],
    [named('a.zip', 'application/zip'), 'none'],
    [named('a.bin', 'application/octet-stream'), 'none'],
    [link('a', 'https://youtu.be/dQw4w9WgXcQ', { linktype: 'youtube' }), 'youtube'],
    [link('a', 'https://vimeo.com/76', { linktype: 'vimeo' }), 'vimeo'],
    [link('a', 'https://www.tiktok.com/@u/video/71', { linktype: 'tiktok' }), 'tiktok'],
    [element({ linktype: 'news' }), 'news'],
    [link('a', 'https://viewkey.example/embed/a', { linktype: 'viewkeyvideo' }), 'viewkeyvideo'],
    [link('a', 'https://frames.example/embedframe/1', { linktype: 'embedframevideo' }), 'embedframevideo'],
  ])('of $linkname, $linktype: %#', (one, name) => {
    expect(viewerOf(one).name).toBe(name);
    expect(viewers.filter(({ shows }) => shows(one)).length).toBe(name === 'none' ? 0 : 1);
  });

  it.each(['application/msword', 'application/vnd.oasis.opendocument.text', 'text/plain'])(
    'of %s is that of the PDF which is made of it, as of an octet-stream that is such a file [S2.11]',
    (linktype) => {
      const extension = { 'application/msword': 'doc', 'text/plain': 'txt' }[linktype] ?? 'odt';
      expect(viewerOf(named(`a.${extension}`, linktype)).name).toBe('pdf');
      expect(viewerOf(named(`a.${extension}`, 'application/octet-stream')).name).toBe('pdf');
    },
  );

  it('turn to siblings, except news and what can only be downloaded [S2.14]', () => {
    const alone = viewers.filter(({ turnsToSiblings }) => !turnsToSiblings).map(({ name }) => name);
    expect(alone).toEqual(['news']);
    expect(viewerOf(named('a.zip', 'application/zip')).turnsToSiblings).toBe(false);
  });

  it('open in windows for files and framed links; pages and folders do not', () => {
    const framed = ['youtube', 'tiktok', 'vimeo', 'viewkeyvideo', 'embedframevideo'];
    const kinds = ['folder', 'image/png', 'website', 'webapp', 'webgame', 'playlist', ...framed];
    expect(kinds.filter((linktype) => opensInWindow(element({ linktype })))).toEqual([
      'image/png',
      ...framed,
    ]);
  });
});
