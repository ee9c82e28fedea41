import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCommandLine } from '@skyshelf/operations';

const page = resolve(import.meta.dirname, '../../../docs/recovery.md');
export const recoveryPage = readFileSync(page, 'utf8');

/** As docs/recovery.md has them in its blocks, in that order, each once. */
export const recoveryCommands = [
  ...new Set([...recoveryPage.matchAll(/^ *npm run skyshelf -- (.*)$/gm)].map(([, words = '']) => words)),
];

/** Types the command as an operator does. @throws what it says, when it does not end with 0 */
export async function runByHand(words: string, env: Record<string, string>): Promise<string> {
  const said: string[] = [];
  const write = (text: string | Uint8Array): boolean => said.push(String(text)) > 0;
  const terminal = { out: { write }, err: { write, isTTY: false }, signal: new AbortController().signal };
  const code = await runCommandLine(words.split(' '), env, terminal);
  if (code !== 0) throw new Error(`${words}: ${code} ${said.join('')}`);
  return said.join('');
}
