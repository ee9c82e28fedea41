/**
 * `npm test`, `npm run test:servers` and `npm run e2e`: makes the clone ready, runs the tests and ends with
 * one line of numbers.
 *
 * node tools/test.mjs [--suite test|servers|e2e] [--mode standalone|cluster] [what Vitest takes: paths, -t,
 * --project …]
 *
 * One run of Vitest has them all, so that servers start and modules load once; `nx affected -t test` goes
 * package by package. `--mode` says which way to run the product the end-to-end tests look at; standalone
 * when nothing is said.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { setUpOrExit } from './setup.mjs';
import { productNode } from './setup/node-version.mjs';
import { ROOT } from './setup/paths.mjs';
import { testEnvironment, VITEST } from './test/environment.mjs';

const SUITES = {
  test: { profile: 'test', config: 'vitest.config.ts', words: ['--project', '!servers*'] },
  servers: { profile: 'servers', config: 'vitest.config.ts', words: ['--project', 'servers*'] },
  e2e: { profile: 'e2e', config: 'e2e/vitest.config.ts', words: [] },
};

const MODES = ['standalone', 'cluster'];
const { suite, mode, rest } = parse(process.argv.slice(2));
const { profile, config, words } = SUITES[suite];
const further = process.env.E2E_FIREFOX ? 'firefox' : mode === 'cluster' ? 'cluster' : null;
await setUpOrExit(suite === 'e2e' && further ? `${profile} ${further}` : profile);

// Both ways to run the product count together, see tools/lines.mjs.
const results = join(ROOT, 'test-results', mode ? `${suite}-${mode}` : suite);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const command = [join(ROOT, 'node_modules', VITEST), 'run', '--config', config, ...words, ...rest];
const child = spawn(productNode(), command, {
  cwd: ROOT,
  stdio: 'inherit',
  env: testEnvironment({
    SKYSHELF_TEST_RESULT: join(results, 'all.json'),
    ...(mode && { SKYSHELF_E2E_MODE: mode }),
  }),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  const { passed, failed, failures, slowest } = sumOfResults(code);
  for (const { seconds, file } of slowest) process.stdout.write(`slow: ${seconds} s ${file}\n`);
  for (const failure of failures) process.stdout.write(`failed: ${failure}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = code ?? 1;
});

function parse(args) {
  const rest = [...args];
  const suite = take(rest, '--suite') ?? 'test';
  const mode = take(rest, '--mode');
  if (mode !== undefined && !MODES.includes(mode)) {
    process.stderr.write(`--mode: given ${mode}, allowed is ${MODES.join(' or ')}.\n`);
    process.exit(2);
  }
  return { suite, mode, rest };
}

/** Takes an option and its word out of the arguments. */
function take(args, name) {
  const at = args.findIndex((word) => word === name || word.startsWith(`${name}=`));
  if (at < 0) return undefined;
  const joined = args[at].startsWith(`${name}=`);
  const [first, second] = args.splice(at, joined ? 1 : 2);
  return joined ? first.slice(name.length + 1) : (second ?? '');
}

/** A run that failed without saying what has itself broken down: that counts as a failure. */
function sumOfResults(code) {
  const file = join(results, 'all.json');
  const sum = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, failures: [], slowest: [] };
  if (sum.failed === 0 && (code !== 0 || sum.passed === 0))
    return { ...sum, failed: 1, failures: [`the run of ${suite} broke down`] };
  return sum;
}
