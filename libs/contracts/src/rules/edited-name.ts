import { renamedFile, type NamedFile } from './file-names.js';
import { elementName } from './names.js';
import { kept, type Checked } from './refusals.js';

/**
 * The new name of an element by what is sent for it. One that is sent as it is stays as it is: it may have what no one can type,
 * as the `(2)` of a copy.
 */
export function editedName(present: NamedFile & { isFile: boolean }, sent: string): Checked<string> {
  if (sent === present.name) return kept(sent);
  return present.isFile ? renamedFile(present, sent) : elementName(sent);
}
