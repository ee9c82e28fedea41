export const PACKED: string;
export const CONTENTS: string;
/**
 * Where a built program is best started from: a file that holds it together with all it imports, for a start that needs half of the processor. Where there is none,
 * or something it was made of has changed since, that is the program itself.
 * @param program path of its main file in the repository, e.g. `services/catalog/dist/main.js`
 * @param root the repository; for tests
 * @returns an absolute path
 */
export function packedProgram(program: string, root?: string): string;
/** Whether all programs are packed as they are built. */
export function isPacked(root?: string): boolean;
