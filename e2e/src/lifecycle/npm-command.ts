import { resolve } from 'node:path';
import { spawnSkyshelf, type ProcessOptions } from '@skyshelf/testing';

const root = resolve(import.meta.dirname, '../../..');

/** An npm script as a person types it in the clone, with the settings of the test and nothing of the test runner's. */
export function npmCommand(words: readonly string[], settings: Record<string, string>): ProcessOptions {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_ENV$|VITEST|TEST$)/i.test(name),
  );
  return {
    command: ['npm', ...words],
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...settings },
    ownGroup: true,
    readyWithinMs: 240_000,
  };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs an npm script to its end. */
export async function runNpm(words: readonly string[], settings: Record<string, string>): Promise<Finished> {
  const { child, ended } = spawnSkyshelf(npmCommand(words, settings));
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text: string) => (printed.stdout += text));
  child.stderr?.on('data', (text: string) => (printed.stderr += text));
  return { code: await ended(), ...printed };
}
