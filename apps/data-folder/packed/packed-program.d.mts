export const PACKED: string;
export const CONTENTS: string;
/**
 * The file to start for a program: its packed one, which needs half of the processor time of its modules,
 * or what the compiler has made of it where nothing is packed, as in a build with a planted bug.
 * @param program path of its compiled main file in the repository, e.g. `services/catalog/dist/main.js`
 * @param root the repository; for tests
 * @returns an absolute path
 */
export function packedProgram(program: string, root?: string): string;
/** Whether all programs are packed from the sources as they are now. */
export function isPacked(root?: string): boolean;
