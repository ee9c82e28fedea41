import { basename } from 'node:path';
import { sourceFiles } from './source-files.mjs';

const VAGUE = /^(utils?|helpers?|common|misc|shared|functions|stuff|lib)\.(spec\.)?(tsx?|mjs|js)$/i;

/** A file says in its name what it does. */
export function checkFileNames(root) {
  return sourceFiles(root)
    .filter((path) => VAGUE.test(basename(path)))
    .map((path) => `${path}: the name says nothing; name the thing`);
}
