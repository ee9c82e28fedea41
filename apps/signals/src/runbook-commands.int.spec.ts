import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder } from '@skyshelf/host';
import { expect, it } from 'vitest';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/runbooks.md'), 'utf8');
/** `npm run kube` and `npm run chart` make them; no one answers at this address. */
const PROGRAMS = {
  kubectl: ['kubernetes-1.36.3/kubectl', '--server=http://127.0.0.1:9'],
  helm: ['helm-4.3.1/helm', '--kube-apiserver=http://127.0.0.1:9'],
} as const;
const isReached = /connection refused|was refused|cluster unreachable/i;

for (const [name, [file, nowhere]] of Object.entries(PROGRAMS)) {
  const program = join(cacheFolder(), file);
  const missing = !existsSync(program);
  if (missing) process.stderr.write(`Runbooks' commands of ${name} are not parsed: no ${file}\n`);
  const commands = new Set(
    [...page.matchAll(new RegExp(`\`${name} ([^\`]+)\``, 'g'))].map(([, words = '']) => words),
  );

  it.skipIf(missing).each([...commands])(
    `${name} %s is a command that only lacks a cluster`,
    async (words) => {
      const said = await new Promise<string>((answer) => {
        execFile(program, [nowhere, ...words.split(' ')], (_, out, errors) => answer(out + errors));
      });
      expect(said).toMatch(isReached);
    },
  );
}

it('the function of the runbooks is one of a shell', async () => {
  const [, script = ''] = /```sh\n([^]+?)```/.exec(page) ?? [];
  const said = await new Promise<string>((answer) => {
    execFile('bash', ['-n', '-c', script], (_, out, errors) => answer(out + errors));
  });
  expect([script.includes('skyshelf() {'), said]).toEqual([true, '']);
});
