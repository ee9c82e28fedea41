export const PACKED: string;
export const CONTENTS: string;
/**
 * A program packed into one file starts with half of the processor time; the program itself where there is
 * none, or its sources have changed.
 * @param program path of its main file in the repository, e.g. `services/catalog/dist/main.js`
 * @param root the repository; for tests
 * @returns an absolute path
 */
export function packedProgram(program: string, root?: string): string;
/** Whether all programs are packed as they are built. */
export function isPacked(root?: string): boolean;
