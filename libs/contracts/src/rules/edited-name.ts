import { renamedFile, type NamedFile } from './file-names.js';
import { elementName } from './names.js';
import { kept, type Checked } from './refusals.js';

/** An unchanged name stays even if it can't be typed, like a copy's `(2)`. */
export function editedName(present: NamedFile & { isFile: boolean }, sent: string): Checked<string> {
  if (sent === present.name) return kept(sent);
  return present.isFile ? renamedFile(present, sent) : elementName(sent);
}
