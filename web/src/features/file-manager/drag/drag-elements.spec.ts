import { describe, expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { element, file, link } from '../../../../testing/element.js';
import { dragOut } from './drag-elements.js';

const origin = 'https://shelf.example';
const photo = file('a b.jpg', { linktype: 'image/jpeg', linkurl: 'Cloud/b1/u###a b.jpg' });
const letter = file('c.pdf', { linktype: 'application/pdf', linkurl: 'Cloud/b2/u###c.pdf' });
const site = link('Site', 'https://example.org/a');

describe('what other programs get of what is dragged out', () => {
  it('is a file under its name', () =>
    expect(dragOut([photo], origin)).toEqual({
      DownloadURL: `image/jpeg:a b.jpg:${origin}/api/download?key0=Cloud%2Fb1%2Fu%23%23%23a%20b.jpg`,
    }));

  it('is an archive of several files', () =>
    expect(dragOut([photo, letter], origin).DownloadURL).toMatch(
      /^application\/zip:Skyshelf\.zip:https:.*key0=.*&key1=/,
    ));

  it('is an archive of a folder', () => {
    const folder = element({ _id: 'f1', linkname: 'Trips' });
    expect(dragOut([folder], origin).DownloadURL).toBe(
      `application/zip:Trips.zip:${origin}/api/download?folder=f1`,
    );
    expect(dragOut([folder, photo], origin)).toEqual({});
  });

  it('is the addresses of links, next to a file as well', () => {
    const other = link('Other', 'https://example.org/b');
    expect(dragOut([site, other], origin)).toEqual({
      'text/uri-list': 'https://example.org/a\r\nhttps://example.org/b',
      'text/plain': 'https://example.org/a\nhttps://example.org/b',
    });
    expect(Object.keys(dragOut([site, letter], origin))).toEqual([
      'DownloadURL',
      'text/uri-list',
      'text/plain',
    ]);
  });

  it('is nothing of more files than one may download at a time', () =>
    expect(
      dragOut(
        Array.from({ length: 6 }, () => photo),
        origin,
      ),
    ).toEqual({}));
});
