import type { Source, SourceFile } from '../../application/kind.js';

/** For kinds that want files only. */
export function requireFile(source: Source): SourceFile {
  if (!('path' in source)) throw new TypeError('This kind is made of a file, not of an address.');
  return source;
}
