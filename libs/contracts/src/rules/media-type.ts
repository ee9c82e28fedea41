import { fileType, fileTypeOfExtension, unknownType } from './file-types.js';

const aMediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A media type as types are compared and kept: lower case as far as its name is, without parameters; '' when it is no type at all. */
export function plainType(declared: string): string {
  const bare = (declared.split(';', 1)[0] ?? '').trim().toLowerCase();
  return aMediaType.test(bare) ? fileType(bare).type : '';
}

/** The media type of an upload: the declared one; an empty, malformed or `application/…` one is guessed from the extension if that is known. */
export function mediaType(declared: string, extension: string | null): string {
  const given = plainType(declared);
  if (given && !given.startsWith('application/')) return given;
  return fileTypeOfExtension(extension ?? '')?.type ?? (given || unknownType);
}
