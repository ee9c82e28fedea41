import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RunningSkyshelf } from '@skyshelf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

describe.runIf(enoughIn('standalone', 'the calls are those of the conformance suite'))('docs/api.md', () => {
  let skyshelf: RunningSkyshelf;

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
  });

  it('runs as it stands, from the token to the last command', async () => {
    const text = readFileSync(resolve(root, 'docs/api.md'), 'utf8');
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
    expect(blocks.length).toBeGreaterThanOrEqual(7);
    const env = { ...process.env, PORT: new URL(skyshelf.url).port, SKYSHELF_DATA: skyshelf.dataFolder };
    const script = ['set -euo pipefail', ...blocks, 'echo; echo WALKED'].join('\n');
    const { stdout } = await run('bash', ['-c', script], { cwd: root, env });
    expect(stdout).toMatch(/"sub":"local\|alice"/);
    expect(stdout).toMatch(/"deletedCount":1/);
    expect(stdout.trim().endsWith('WALKED')).toBe(true);
  });
});
