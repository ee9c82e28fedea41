import { describe, expect, it } from 'vitest';
import { mediaType } from './mime-types.js';
import { usageClassOf } from './usage-class.js';

describe('the media type of an upload', () => {
  it.each([
    ['image/png', 'png', 'image/png'],
    ['', 'jpg', 'image/jpeg'],
    ['application/octet-stream', 'mp4', 'video/mp4'],
    ['application/pdf', 'pdf', 'application/pdf'],
    [
      'application/x-anything',
      'docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['', 'unknown', 'application/octet-stream'],
    ['application/x-anything', 'unknown', 'application/x-anything'],
    ['TEXT/Plain; charset=utf-8', 'log', 'text/plain'],
    ['nonsense', 'mp3', 'audio/mpeg'],
    ['image/png\r\nx: y', null, 'application/octet-stream'],
    ['', null, 'application/octet-stream'],
    ['', 'constructor', 'application/octet-stream'],
  ])('%j with extension %j is %j', (declared, extension, type) =>
    expect(mediaType(declared, extension)).toBe(type),
  );
});

describe('the account page counts', () => {
  it.each([
    ['image/png', 'Images'],
    ['video/mp4', 'Videos'],
    ['audio/mpeg', 'Music'],
    ['website', 'Links'],
    ['youtube', 'Youtube'],
    ['application/pdf', 'Documents'],
    ['text/csv', 'Documents'],
    ['application/vnd.oasis.opendocument.text', 'Documents'],
    ['application/zip', 'Other'],
    ['folder', 'Other'],
  ])('%s as %s', (kind, usageClass) => expect(usageClassOf(kind)).toBe(usageClass));
});
