/**
 * Media types by extension, as browsers and the Internet's registry name them; where they differ, the form
 * that the specification uses.
 */
const types: Record<string, string> = {
  'image/jpeg': 'jpg jpeg jpe jfif',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/tiff': 'tif tiff',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'image/vnd.adobe.photoshop': 'psd',
  'image/jxl': 'jxl',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov qt',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
  'video/mpeg': 'mpg mpeg',
  'video/x-ms-wmv': 'wmv',
  'video/x-flv': 'flv',
  'video/3gpp': '3gp',
  'video/x-mpegURL': 'm3u8',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg oga opus',
  'audio/midi': 'mid midi',
  'audio/x-ms-wma': 'wma',
  'audio/aiff': 'aif aiff',
  'text/plain': 'txt log text',
  'text/markdown': 'md markdown',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/css': 'css',
  'text/javascript': 'js mjs',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
  'text/tab-separated-values': 'tsv',
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
  'application/epub+zip': 'epub',
  'application/postscript': 'ps eps ai',
  'application/msword': 'doc dot',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls xlt',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt pps',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/zip': 'zip',
  'application/gzip': 'gz tgz',
  'application/x-tar': 'tar',
  'application/x-7z-compressed': '7z',
  'application/vnd.rar': 'rar',
  'application/x-bzip2': 'bz2',
  'application/x-xz': 'xz',
  'application/zstd': 'zst',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/wasm': 'wasm',
  'application/java-archive': 'jar',
  'application/x-iso9660-image': 'iso',
  'application/vnd.android.package-archive': 'apk',
  'application/x-sh': 'sh',
  'font/ttf': 'ttf',
  'font/otf': 'otf',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
};

const byExtension = new Map(
  Object.entries(types).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension) => [extension, type] as const),
  ),
);

const unknownType = 'application/octet-stream';
const aMediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/**
 * The declared media type without its parameters; an empty, malformed or `application/…` one is guessed from
 * the extension if that is known.
 */
export function mediaType(declared: string, extension: string | null): string {
  const bare = (declared.split(';')[0] ?? '').trim();
  const given = aMediaType.test(bare) ? bare.toLowerCase().replace('x-mpegurl', 'x-mpegURL') : '';
  if (given && !given.startsWith('application/')) return given;
  return byExtension.get(extension ?? '') ?? (given || unknownType);
}
