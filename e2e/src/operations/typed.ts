import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

/** The program that `npm run skyshelf --` runs. */
const program = resolve(import.meta.dirname, '../../../apps/operations/main.mjs');

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The environment in which a command finds the Skyshelf of a data folder. */
export const ofFolder = (dataFolder: string): Record<string, string> => ({ SKYSHELF_DATA: dataFolder });

/** Runs one of the operator's commands to its end. */
export const typed = (words: readonly string[], where: Record<string, string>): Promise<Finished> =>
  new Promise((done) => {
    const env = { PATH: process.env.PATH, ...where };
    const child = execFile(process.execPath, [program, ...words], { env }, (_, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    );
  });
