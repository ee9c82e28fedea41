import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** By this process's PATH; null: not installed. */
export function findProgram(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
