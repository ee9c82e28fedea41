import type { Source, SourceFile } from '../../application/kind.js';

/** The file that a kind is made of which wants files only. */
export function requireFile(source: Source): SourceFile {
  if (!('path' in source)) throw new TypeError('This kind is made of a file, not of an address.');
  return source;
}
