import { describe, expect, it } from 'vitest';
import { mediaType } from './media-type.js';

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
    ['constructor/x', null, 'constructor/x'],
    ['video/X-MPEGurl', null, 'video/x-mpegURL'],
    ['', 'm3u8', 'video/x-mpegURL'],
    ['image/jpg', 'jpg', 'image/jpg'],
    ['application/x-zip-compressed', 'zip', 'application/zip'],
    ['', 'py', 'text/x-python'],
  ])('%j with extension %j is %j [F5.20]', (declared, extension, type) =>
    expect(mediaType(declared, extension)).toBe(type),
  );
});
