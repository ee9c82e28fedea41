import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../testing/link-modules.js';
import { unprovenLines } from './unproven-lines.mjs';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'skyshelf-lines-'));
  mkdirSync(join(root, 'results'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('knows a line as proven when a test that names it has passed, not when it was skipped or failed', () => {
  writeFileSync(
    join(root, 'some.spec.js'),
    // Not in brackets here: these are no proofs of ours.
    `import { describe, expect, it } from 'vitest';
    it('adds ‹F1.1 F1.2›', () => {});
    it.skip('is skipped ‹F1.2 F1.3›', () => {});
    it.each([1, 2])('is two: %s ‹F1.4›', (given) => expect(given).toBe(2));
    describe.skipIf(true)('elsewhere ‹S1.1›', () => it('runs', () => {}));
    it('fails ‹S1.2›', () => expect.fail('no'));`
      .replaceAll('‹', '[')
      .replaceAll('›', ']'),
  );
  const reporter = join(ROOT, 'tools/vitest/count-reporter.ts');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, SKYSHELF_TEST_RESULT: join(root, 'results', 'all.json') };
  spawnSync(process.execPath, [vitest, 'run', '--root', root, '--reporter', reporter], { env });
  const numbers = ['F1.1', 'F1.2', 'F1.3', 'F1.4', 'S1.1', 'S1.2', 'S1.3'];
  const unproven = unprovenLines(
    Object.fromEntries(numbers.map((each) => [each, ''])),
    join(root, 'results'),
  );
  expect(unproven.map((problem) => problem.replace('no test of this run has proven it', '-'))).toEqual([
    'F1.3: -; some.spec.js > is skipped [F1.2 F1.3] (skipped)',
    'S1.1: -; some.spec.js > elsewhere [S1.1] > runs (skipped)',
    'S1.2: -; some.spec.js > fails [S1.2] (failed)',
    'S1.3: -',
  ]);
  expect(JSON.parse(readFileSync(join(root, 'results', 'all.json'), 'utf8'))).toMatchObject({
    passed: 2,
    failed: 2,
    skipped: 2,
  });
});
