/**
 * `npm test` and `npm run e2e`: makes the clone ready, runs Vitest and ends with one line of numbers.
 *
 *   node tools/test.mjs [--suite test|e2e] [--mode standalone|cluster] [what Vitest takes: paths, -t, --project …]
 *
 * `--mode` says which way to run the product the end-to-end tests look at; standalone when nothing is said.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { productNode } from './setup/node-version.mjs';
import { ROOT } from './setup/paths.mjs';

const SUITES = {
  test: { profile: 'test', config: 'vitest.config.ts' },
  e2e: { profile: 'e2e', config: 'e2e/vitest.config.ts' },
};

const MODES = ['standalone', 'cluster'];

const { suite, mode, rest } = parse(process.argv.slice(2));
const { profile, config } = SUITES[suite];
await setUpOrExit(mode === 'cluster' ? `${profile} cluster` : profile);

const result = join(ROOT, 'test-results', `${suite}.json`);
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
rmSync(result, { force: true });
const child = spawn(
  productNode(),
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...rest],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      // Most of what a test file imports is compiled for every file anew otherwise.
      NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'),
      ...process.env,
      SKYSHELF_TEST_RESULT: result,
      ...(mode && { SKYSHELF_E2E_MODE: mode }),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  const { passed, failed, failures = [] } = readResult();
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

/** Without a result the run itself broke down: that counts as a failure. */
function readResult() {
  try {
    return JSON.parse(readFileSync(result, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
