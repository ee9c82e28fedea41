import { describe, expect, it } from 'vitest';
import { decideContentType, plainType, mediaType } from './content-type.js';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the type a file is kept under', () => {
  it.each([
    ['a docx is not a zip', docx, 'application/zip', docx],
    ['an old document is not its container', 'application/msword', 'application/x-cfb', 'application/msword'],
    ['an SVG is not its XML', 'image/svg+xml', 'application/xml', 'image/svg+xml'],
    ['an SVG is not text', 'image/svg+xml', null, 'image/svg+xml'],
    ['a page is not its XML', 'text/html', 'application/xml', 'text/html'],
    ['a sound in a film container stays a sound', 'audio/mp4', 'video/mp4', 'audio/mp4'],
    [
      'an Illustrator file is not its PDF',
      'application/illustrator',
      'application/pdf',
      'application/illustrator',
    ],
    ['a zipped tar stays one', 'application/x-gtar', 'application/gzip', 'application/x-gtar'],
    ['one image as another stays as declared', 'image/jpg', 'image/jpeg', 'image/jpg'],
    ['unknown bytes stay as declared', 'image/png', null, 'image/png'],
    ['a program is no image', 'image/png', 'application/x-msdownload', 'application/x-msdownload'],
    ['a PDF renamed to jpg is a PDF', 'image/jpeg', 'application/pdf', 'application/pdf'],
    ['a drawing of pixels is no drawing', 'image/svg+xml', 'image/png', 'image/png'],
    ['an image is no text', 'text/csv', 'image/png', 'image/png'],
    ['a film is no document', docx, 'video/mp4', 'video/mp4'],
    ['a PDF is no Word document', 'application/msword', 'application/pdf', 'application/pdf'],
    ['nothing declared: the bytes say it', 'application/octet-stream', 'image/webp', 'image/webp'],
    ['nothing declared, nothing found', '', null, 'application/octet-stream'],
    ['nonsense declared, nothing found', 'text/html\r\nX: y', null, 'application/octet-stream'],
    ['a spelling of its own stays', 'video/x-mpegURL', null, 'video/x-mpegURL'],
    ['a list of addresses keeps the name of a browser', 'audio/x-mpegurl', null, 'audio/x-mpegurl'],
    ['parameters and capitals do not count', 'Text/Markdown; charset=utf-8', null, 'text/markdown'],
    ['a name that no one knows', 'image/mpo', 'image/jpeg', 'image/jpeg'],
    ['a film by a name that no one knows', 'video/x-new', 'video/mp4', 'video/mp4'],
    ['a sound by a name that no one knows', 'audio/x-new', 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['a drawing program’s name', 'application/gpx+xml', 'application/xml', 'application/xml'],
    [
      'another format of zip',
      'application/vnd.google-earth.kmz',
      'application/zip',
      'application/vnd.google-earth.kmz',
    ],
    ['a name of Apple’s', 'video/x-m4v', 'video/x-m4v', 'video/x-m4v'],
    ['a photo of a phone called JPEG', 'image/jpeg', 'image/heic', 'image/heic'],
    ['a bitmap called PNG', 'image/png', 'image/bmp', 'image/bmp'],
    ['a film in another container', 'video/mp4', 'video/x-matroska', 'video/x-matroska'],
    ['a film in its own container', 'video/quicktime', 'video/mp4', 'video/quicktime'],
    ['a sound called film', 'video/mp4', 'audio/mpeg', 'audio/mpeg'],
    ['a film that begins with sound', 'video/ogg', 'audio/ogg', 'video/ogg'],
  ])('%s', (_, declared, sniffed, expected) => {
    expect(decideContentType(declared, sniffed)).toBe(expected);
  });

  it.each([
    ['a program is no film', 'video/mp2t', null, 'text/plain'],
    ['a program is no film, by Windows’ name', 'video/vnd.dlna.mpeg-tts', null, 'text/plain'],
    ['a license has no type', 'application/octet-stream', null, 'text/plain'],
    ['subtitles', 'application/x-subrip', null, 'application/x-subrip'],
    ['a script', 'application/x-shellscript', null, 'text/plain'],
    ['a track', 'application/gpx+xml', null, 'text/plain'],
    ['Markdown stays', 'text/markdown', null, 'text/markdown'],
    ['a drawing stays', 'image/svg+xml', null, 'image/svg+xml'],
    ['a list of addresses stays', 'video/x-mpegURL', null, 'video/x-mpegURL'],
    [
      'a list of addresses stays, by its newer name',
      'application/vnd.apple.mpegurl',
      null,
      'application/vnd.apple.mpegurl',
    ],
    ['words that begin like a bitmap', 'text/plain', 'image/bmp', 'text/plain'],
    ['words that begin like a program', 'text/markdown', 'application/x-msdownload', 'text/markdown'],
    ['a page instead of a photo', 'image/jpeg', null, 'text/plain'],
    ['a PDF may be of letters alone', 'application/pdf', 'application/pdf', 'application/pdf'],
    ['XML is text', 'text/xml', 'application/xml', 'text/xml'],
  ])('text is text: %s', (_, declared, sniffed, expected) => {
    expect(decideContentType(declared, sniffed, true)).toBe(expected);
  });

  it('is plain', () => {
    expect(plainType('image/svg+xml')).toBe('image/svg+xml');
    expect(plainType('a/b/c')).toBe('');
    expect(plainType(`a/${'b'.repeat(200)}`)).toBe('');
  });
});

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
    ['application/vnd.apple.mpegurl', 'm3u8', 'video/x-mpegURL'],
    ['image/jpg', 'jpg', 'image/jpg'],
    ['application/x-zip-compressed', 'zip', 'application/zip'],
    ['', 'py', 'text/x-python'],
  ])('%j with extension %j is %j [F5.20]', (declared, extension, type) =>
    expect(mediaType(declared, extension)).toBe(type),
  );
});
