import { fileType, fileTypeOfExtension, unknownType } from './file-types.js';

const aMediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** Lower case, without parameters; '' when it is no type. */
export function plainType(declared: string): string {
  const bare = (declared.split(';', 1)[0] ?? '').trim().toLowerCase();
  return aMediaType.test(bare) ? fileType(bare).type : '';
}

/** The declared one; an empty, malformed or `application/…` one is guessed from a known extension. */
export function mediaType(declared: string, extension: string | null): string {
  const given = plainType(declared);
  if (given && !given.startsWith('application/')) return given;
  return fileTypeOfExtension(extension ?? '')?.type ?? (given || unknownType);
}
