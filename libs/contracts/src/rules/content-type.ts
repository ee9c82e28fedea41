import { fileType, fileTypeOfExtension, isKnownType, isWrittenAsText, unknownType } from './file-types.js';

/**
 * The bytes override a declared type that is unknown or contradicts them: a docx is a zip, an SVG is text, audio
 * may come in a film's container.
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
];

/** Sound or picture, one box: how it is called says more than its first bytes. */
const mediaContainers = [
  /^(video\/(mp4|x-m4v|quicktime|3gpp2?)|application\/mp4)$/,
  /^audio\/(mp4|x-m4a|3gpp2?)$/,
  /^((video|audio)\/(ogg|opus)|application\/ogg)$/,
  /^(video\/x-ms-(wmv|asf)|audio\/x-ms-(wma|asf)|application\/vnd\.ms-asf)$/,
  /^(video|audio)\/webm$/,
  /^(video|audio)\/(x-)?matroska$/,
];

const family = (type: string): string => type.slice(0, type.indexOf('/'));

/**
 * @param sniffed null when its bytes say nothing
 * @param isText see `looksLikeText`
 */
export function decideContentType(declared: string, sniffed: string | null, isText = false): string {
  const said = plainType(declared);
  const found = sniffed === null ? '' : plainType(sniffed);
  // Words may begin like a bitmap ("BM") or a program ("MZ").
  if (isText && (found === '' || !isWrittenAsText(found))) return textType(said);
  if (found === '') return said || unknownType;
  if (GENERIC.has(said)) return found;
  return said === found || mayHold(said, found) ? said : found;
}

const textType = (said: string): string =>
  isWrittenAsText(said) && (isKnownType(said) || said.endsWith('mpegurl')) ? said : 'text/plain';

/** Whether a file declared so may have such bytes. */
function mayHold(said: string, found: string): boolean {
  const isHeld = containers.some(({ sniffed: bytes, holds }) => bytes.test(found) && holds.test(said));
  // Of XML its general name says more.
  if (!isKnownType(said)) return isHeld && fileType(found).kind !== 'code';
  if (isHeld || mediaContainers.some((names) => names.test(said) && names.test(found))) return true;
  // A sound may come in a film's container, but no film in a sound's.
  if (family(said) === 'audio' && /^video\/(mp4|quicktime|3gpp2?)$/.test(found)) return true;
  return family(said) === family(found) && family(said) !== 'application' && isShownAlike(said, found);
}

function isShownAlike(one: string, other: string): boolean {
  const a = fileType(one);
  const b = fileType(other);
  return (
    a.viewer === b.viewer &&
    a.thumbnail === b.thumbnail &&
    a.conversion === b.conversion &&
    a.inline === b.inline
  );
}

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
