import { codeTypes } from './code-types.data.js';
import { archives, undrawnImages, unplayedSounds, unshownFiles } from './downloaded-types.data.js';
import type { FileFacts, FileTypeRow } from './file-type.js';

interface Group extends FileFacts {
  types: readonly FileTypeRow[];
}

const download = { inline: false, viewer: null, conversion: null, thumbnail: null, vague: false } as const;
const image = { ...download, kind: 'image', usage: 'Images', viewer: 'image' } as const;
const video = { ...download, kind: 'video', usage: 'Videos', viewer: 'video', inline: true } as const;
const audio = { ...download, kind: 'audio', usage: 'Music', viewer: 'audio', inline: true } as const;
const document = { ...download, usage: 'Documents', viewer: 'pdf', conversion: 'pdf' } as const;
const word = { ...document, kind: 'word' } as const;
const excel = { ...document, kind: 'excel' } as const;
const powerpoint = { ...document, kind: 'powerpoint' } as const;
const text = {
  ...download,
  kind: 'text',
  usage: 'Documents',
  viewer: 'code',
  thumbnail: 'excerpt',
} as const;
const code = { ...text, kind: 'code' } as const;
const archive = { ...download, kind: 'archive', usage: 'Other' } as const;
const other = { ...download, kind: 'file', usage: 'Other' } as const;

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/**
 * Named as browsers and IANA do; where they differ, as the specification does. Rows inherit from their group.
 * Whether a video can be remuxed also depends on its codecs: media looks.
 */
export const fileTypeGroups: readonly Group[] = [
  {
    ...image,
    inline: true,
    types: [
      {
        type: 'image/jpeg',
        extensions: 'jpg jpeg jpe jfif',
        aliases: 'image/jpg image/pjpeg',
        thumbnail: 'image',
      },
      { type: 'image/png', extensions: 'png', thumbnail: 'image' },
      { type: 'image/apng', extensions: 'apng', thumbnail: 'image' },
      { type: 'image/gif', extensions: 'gif', thumbnail: 'image' },
      { type: 'image/webp', extensions: 'webp', thumbnail: 'image' },
      { type: 'image/avif', extensions: 'avif', thumbnail: 'image' },
      {
        type: 'image/bmp',
        extensions: 'bmp',
        aliases: 'image/x-ms-bmp',
        thumbnail: 'frame',
        conversion: 'raster',
      },
      {
        type: 'image/x-icon',
        extensions: 'ico',
        aliases: 'image/vnd.microsoft.icon',
        thumbnail: 'image',
      },
      { type: 'image/jxl', extensions: 'jxl', thumbnail: 'frame', conversion: 'raster' },
      { type: 'image/tiff', extensions: 'tif tiff', thumbnail: 'image', conversion: 'raster' },
      {
        type: 'image/heic',
        extensions: 'heic',
        aliases: 'image/heic-sequence',
        thumbnail: 'image',
        conversion: 'raster',
      },
      {
        type: 'image/heif',
        extensions: 'heif hif',
        aliases: 'image/heif-sequence',
        thumbnail: 'image',
        conversion: 'raster',
      },
    ],
  },
  {
    ...image,
    conversion: 'raster',
    types: [
      { type: 'image/svg+xml', extensions: 'svg', thumbnail: 'image' },
      { type: 'image/vnd.adobe.photoshop', extensions: 'psd' },
    ],
  },
  { ...image, viewer: null, types: undrawnImages },
  {
    ...video,
    types: [
      {
        type: 'video/mp4',
        extensions: 'mp4 m4v',
        aliases: 'video/x-m4v application/mp4',
        thumbnail: 'video',
      },
      { type: 'video/webm', extensions: 'webm', thumbnail: 'video' },
      { type: 'video/quicktime', extensions: 'mov qt', thumbnail: 'video', conversion: 'remux' },
      {
        type: 'video/x-matroska',
        extensions: 'mkv',
        aliases: 'video/matroska',
        thumbnail: 'video',
        conversion: 'remux',
      },
      {
        type: 'video/mp2t',
        extensions: 'm2ts mts',
        aliases: 'video/vnd.dlna.mpeg-tts',
        thumbnail: 'video',
        conversion: 'remux',
      },
      {
        type: 'video/ogg',
        extensions: 'ogv ogx',
        aliases: 'application/ogg',
        thumbnail: 'video',
        conversion: 'transcode',
      },
      {
        type: 'video/x-msvideo',
        extensions: 'avi',
        aliases: 'video/avi video/msvideo video/vnd.avi video/x-troff-msvideo application/x-troff-msvideo',
        thumbnail: 'video',
        conversion: 'transcode',
      },
      {
        type: 'video/mpeg',
        extensions: 'mpg mpeg',
        aliases: 'video/MP1S video/MP2P',
        thumbnail: 'video',
        conversion: 'transcode',
      },
      { type: 'video/x-ms-wmv', extensions: 'wmv', thumbnail: 'video', conversion: 'transcode' },
      {
        type: 'video/x-ms-asf',
        extensions: 'asf',
        aliases: 'application/vnd.ms-asf',
        thumbnail: 'video',
        conversion: 'transcode',
      },
      { type: 'video/x-flv', extensions: 'flv', thumbnail: 'video', conversion: 'transcode' },
      {
        type: 'video/3gpp',
        extensions: '3gp 3g2',
        aliases: 'video/3gpp2',
        thumbnail: 'video',
        conversion: 'transcode',
      },
      { type: 'application/mxf', extensions: 'mxf', thumbnail: 'video', conversion: 'transcode' },
      {
        type: 'application/vnd.rn-realmedia',
        extensions: 'rm rmvb',
        thumbnail: 'video',
        conversion: 'transcode',
      },
      // A list of addresses, not a film. Browsers call it as the system does, often an audio type.
      {
        type: 'video/x-mpegURL',
        extensions: 'm3u8 m3u',
        aliases:
          'video/mpegurl audio/x-mpegurl audio/mpegurl application/x-mpegurl application/mpegurl application/vnd.apple.mpegurl application/vnd.apple.mpegurl.audio',
        viewer: null,
      },
    ],
  },
  {
    ...audio,
    types: [
      { type: 'audio/mpeg', extensions: 'mp3', aliases: 'audio/mp3', thumbnail: 'cover' },
      { type: 'audio/mp4', extensions: 'm4a', aliases: 'audio/x-m4a', thumbnail: 'cover' },
      { type: 'audio/aac', extensions: 'aac' },
      { type: 'audio/wav', extensions: 'wav', aliases: 'audio/x-wav audio/wave audio/vnd.wave' },
      { type: 'audio/flac', extensions: 'flac', aliases: 'audio/x-flac', thumbnail: 'cover' },
      { type: 'audio/ogg', extensions: 'ogg oga opus', thumbnail: 'cover' },
      { type: 'audio/midi', extensions: 'mid midi', viewer: null },
      {
        type: 'audio/x-ms-wma',
        extensions: 'wma',
        aliases: 'audio/x-ms-asf',
        viewer: null,
        thumbnail: 'cover',
      },
      { type: 'audio/aiff', extensions: 'aif aiff', viewer: null, thumbnail: 'cover' },
    ],
  },
  { ...audio, viewer: null, types: unplayedSounds },
  {
    ...text,
    types: [
      // Programs call what they don't know plain text: the extension says more.
      { type: 'text/plain', extensions: 'txt log text', vague: true, viewer: 'pdf', conversion: 'pdf' },
      { type: 'text/markdown', extensions: 'md markdown', viewer: 'markdown' },
      { type: 'application/rss+xml', extensions: 'rss', viewer: 'news' },
      { type: 'application/atom+xml', extensions: 'atom', viewer: 'news' },
      { type: 'text/calendar', extensions: 'ics' },
      { type: 'text/vcard', extensions: 'vcf' },
      { type: 'text/vtt', extensions: 'vtt' },
      { type: 'application/x-subrip', extensions: 'srt', aliases: 'text/srt text/x-srt' },
      { type: 'application/x-tex', extensions: 'tex' },
      { type: 'application/epub+zip', extensions: 'epub', viewer: null, thumbnail: null },
    ],
  },
  { ...code, types: codeTypes },
  {
    ...document,
    kind: 'pdf',
    types: [{ type: 'application/pdf', extensions: 'pdf', conversion: null, thumbnail: 'page' }],
  },
  {
    ...word,
    types: [
      { type: 'application/msword', extensions: 'doc dot' },
      { type: `${openXml}.wordprocessingml.document`, extensions: 'docx' },
      { type: `${openDocument}.text`, extensions: 'odt' },
      { type: 'application/rtf', extensions: 'rtf', aliases: 'text/rtf' },
      { type: 'application/vnd.apple.pages', extensions: 'pages' },
    ],
  },
  {
    ...excel,
    types: [
      { type: 'application/vnd.ms-excel', extensions: 'xls xlt' },
      { type: `${openXml}.spreadsheetml.sheet`, extensions: 'xlsx' },
      { type: `${openDocument}.spreadsheet`, extensions: 'ods' },
      { type: 'text/csv', extensions: 'csv', viewer: 'table', thumbnail: 'excerpt' },
      { type: 'text/tab-separated-values', extensions: 'tsv', viewer: 'table', thumbnail: 'excerpt' },
      { type: 'application/vnd.apple.numbers', extensions: 'numbers' },
    ],
  },
  {
    ...powerpoint,
    types: [
      { type: 'application/vnd.ms-powerpoint', extensions: 'ppt pps' },
      { type: `${openXml}.presentationml.presentation`, extensions: 'pptx' },
      { type: `${openDocument}.presentation`, extensions: 'odp' },
      { type: 'application/vnd.apple.keynote', extensions: 'key' },
    ],
  },
  {
    ...document,
    kind: 'file',
    types: [
      { type: `${openDocument}.graphics`, extensions: 'odg' },
      {
        type: 'application/postscript',
        extensions: 'ps eps ai',
        aliases: 'application/eps',
        viewer: null,
        conversion: null,
      },
    ],
  },
  { ...archive, types: archives },
  { ...other, types: unshownFiles },
];

/** The first matching prefix applies to types without a row. */
export const fileFamilies: readonly (FileFacts & { prefix: string })[] = [
  { prefix: 'image/', ...image },
  { prefix: 'video/', ...video, conversion: 'transcode' },
  { prefix: 'audio/', ...audio },
  { prefix: 'text/', ...text, vague: true },
  { prefix: `${openXml}.wordprocessingml.`, ...word },
  { prefix: `${openXml}.spreadsheetml.`, ...excel },
  { prefix: `${openXml}.presentationml.`, ...powerpoint },
  { prefix: 'application/vnd.ms-word', ...word },
  { prefix: 'application/vnd.ms-excel', ...excel },
  { prefix: 'application/vnd.ms-powerpoint', ...powerpoint },
  { prefix: `${openDocument}.text`, ...word },
  { prefix: `${openDocument}.spreadsheet`, ...excel },
  { prefix: `${openDocument}.presentation`, ...powerpoint },
  { prefix: `${openDocument}.`, ...document, kind: 'file' },
  { prefix: `${openXml}.`, ...document, kind: 'file' },
];
