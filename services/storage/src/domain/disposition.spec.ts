import fc from 'fast-check';
import { expect, it } from 'vitest';
import { displayName, dispositionOf, servedType } from './disposition.js';

it('names the file as it is shown, without the owner', () => {
  expect(displayName('local|alice###Holiday ### 1.jpg')).toBe('Holiday ### 1.jpg');
  expect(displayName('photo.jpg')).toBe('photo.jpg');
});

it('shows photos in place and saves pages', () => {
  expect(dispositionOf('image/jpeg', 'a.jpg')).toBe(`inline; filename="a.jpg"; filename*=UTF-8''a.jpg`);
  expect(dispositionOf('text/html', 'a.html')).toMatch(/^attachment; /);
  expect(dispositionOf('image/jpeg', 'a.jpg', true)).toMatch(/^attachment; /);
  expect(dispositionOf('image/jpeg', '')).toBe('inline');
});

it('gives no file a type that a page could load as script or style', () => {
  const parts = [
    'text/javascript',
    'Text/JavaScript; charset=utf-8',
    ' application/x-javascript',
    'text/javascript1.5 ;a=b',
    'application/ecmascript',
    'text/jscript',
    'text/css',
    'application/wasm',
  ];
  expect(new Set(parts.map(servedType))).toEqual(new Set(['application/octet-stream']));
  for (const type of ['text/plain', 'image/png', 'application/json', 'text/csv', 'video/mp4'])
    expect(servedType(type)).toBe(type);
});

/** Any code points, lone surrogates too. */
const anyName = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x10_ffff }), fc.nat({ max: 127 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((points) => String.fromCodePoint(...points));

it('keeps any name whole and the header one line', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const header = dispositionOf('text/plain', name);
      expect(header).toMatch(
        /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/,
      );
      expect(/filename="[^"\\]*";/.test(header)).toBe(true);
      const encoded = header.slice(header.indexOf("''") + 2);
      expect(decodeURIComponent(encoded)).toBe(name.toWellFormed());
    }),
  );
});
