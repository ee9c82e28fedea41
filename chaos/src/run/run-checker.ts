import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const program = resolve(import.meta.dirname, '../checker/main.js');

/** Runs the checker as a program of its own, prints what it says, and answers its exit code. */
export async function runChecker(
  words: readonly string[],
  progress: (line: string) => void,
): Promise<number> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let rest = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(progress);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (rest) progress(rest);
  return code ?? 1;
}
