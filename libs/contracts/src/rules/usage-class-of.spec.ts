import { describe, expect, it } from 'vitest';
import { linkKinds } from './link-kinds.js';
import { usageClassOf } from './usage-class-of.js';

describe('the account page counts', () => {
  it.each([
    ['image/png', 'Images'],
    ['image/x-unheard-of', 'Images'],
    ['video/mp4', 'Videos'],
    ['audio/mpeg', 'Music'],
    ['website', 'Links'],
    ['viewkeyvideo', 'Links'],
    ['embedframevideo', 'Links'],
    ['youtube', 'Youtube'],
    ['application/pdf', 'Documents'],
    ['text/csv', 'Documents'],
    ['application/epub+zip', 'Documents'],
    ['application/vnd.oasis.opendocument.text', 'Documents'],
    ['application/vnd.oasis.opendocument.chart', 'Documents'],
    ['application/vnd.ms-excel.sheet.macroenabled.12', 'Documents'],
    ['application/zip', 'Other'],
    ['application/octet-stream', 'Other'],
    ['folder', 'Other'],
  ])('%s as %s', (kind, usageClass) => expect(usageClassOf(kind)).toBe(usageClass));

  it('every kind of link among the links', () => {
    for (const { name } of linkKinds) expect(['Links', 'Youtube']).toContain(usageClassOf(name));
  });
});
