import { unknownType, fileType, fileTypeOfExtension } from './file-types.js';

/**
 * The bytes override the declared type only when they contradict its family: a docx is a zip, an SVG is text,
 * audio may come in a film's container.
 */
const GENERIC = new Set([
  '',
  unknownType,
  'binary/octet-stream',
  'application/binary',
  'application/unknown',
]);

interface Container {
  sniffed: RegExp;
  /** Declared types with such bytes. */
  holds: RegExp;
}

const office = '^application/(vnd\\.(openxmlformats|oasis|ms-|apple|visio)|msword|msexcel|mspowerpoint)';
const containers: readonly Container[] = [
  {
    sniffed: /^application\/zip$/,
    holds: new RegExp(
      `${office}|zip|epub|java-archive|android|x-xpinstall|sketch|comicbook|x-cbz|vnd\\.google-earth`,
    ),
  },
  { sniffed: new RegExp(office), holds: new RegExp(`${office}|zip`) },
  {
    sniffed: /^application\/(epub\+zip|java-archive|vnd\.android\.package-archive|x-xpinstall)$/,
    holds: /zip|epub|java-archive|android|x-xpinstall/,
  },
  { sniffed: /^application\/x-cfb$/, holds: new RegExp(`${office}|x-msi|x-ole-storage|vnd\\.ms-outlook`) },
  { sniffed: /^application\/(xml|rss\+xml|xhtml\+xml)$/, holds: /[/+]xml$|^text\/|svg|html|gpx|kml/ },
  { sniffed: /^text\//, holds: /^text\/|[/+](xml|json)$|javascript/ },
  { sniffed: /^application\/rtf$/, holds: /rtf|^application\/msword/ },
  {
    sniffed: /^application\/(x-)?(gzip|bzip2|xz|zstd|compress)/,
    holds: /tar|gzip|bzip|xz|zstd|compress|svg\+xml$|dicom|nifti/,
  },
  { sniffed: /^application\/pdf$/, holds: /pdf|illustrator|postscript/ },
  { sniffed: /^application\/(postscript|eps)$/, holds: /postscript|eps|illustrator/ },
  {
    sniffed: /^(video|audio)\//,
    holds: /^(video|audio)\/|^application\/(ogg|mp4|x-mpegurl|vnd\.apple\.mpegurl|mxf|vnd\.rn-realmedia)/,
  },
  {
    sniffed: /^application\/(ogg|vnd\.ms-asf|mxf|vnd\.rn-realmedia)/,
    holds: /^(video|audio)\/|^application\/(ogg|mxf|vnd\.rn-realmedia)/,
  },
];

const family = (type: string): string => type.slice(0, type.indexOf('/'));

/** `sniffed` is null when its bytes say nothing. */
export function decideContentType(declared: string, sniffed: string | null): string {
  const said = plainType(declared);
  if (sniffed === null) return said || unknownType;
  if (GENERIC.has(said)) return sniffed;
  if (said === sniffed) return said;
  if (family(said) === family(sniffed) && family(said) !== 'application' && !isDrawing(said)) return said;
  return containers.some(({ sniffed: bytes, holds }) => bytes.test(sniffed) && holds.test(said))
    ? said
    : sniffed;
}

/** An SVG is an image by name only: other image bytes contradict it. */
const isDrawing = (type: string): boolean => type === 'image/svg+xml';

const aMediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** Lower case, without parameters; '' when it is no type. */
export function plainType(declared: string): string {
  const bare = (declared.split(';', 1)[0] ?? '').trim().toLowerCase();
  return aMediaType.test(bare) ? fileType(bare).type : '';
}

/** An empty, malformed or `application/…` one is guessed from a known extension. */
export function mediaType(declared: string, extension: string | null): string {
  const given = plainType(declared);
  if (given && !given.startsWith('application/')) return given;
  return fileTypeOfExtension(extension ?? '')?.type ?? (given || unknownType);
}
