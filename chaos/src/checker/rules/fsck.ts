import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Inspection } from '../inspection.js';

/** The product's own check finds nothing either. */
export async function checkFsck({ end, report }: Inspection): Promise<void> {
  const rule = report.rule('fsck');
  const [program = '', ...words] = end.fsck.command;
  const child = spawn(program, words, {
    env: { ...process.env, ...end.fsck.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  rule.expect(code === 0, () => `fsck ended with ${code}: ${printed.trim().slice(0, 1_000)}`);
}
