import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { fromSources } from './tools/vitest/from-sources.js';
import LongestFirst from './tools/vitest/longest-first.js';

const packages = '{libs,services,apps,bench,chaos,deploy,tools}/**';
const never = [...configDefaults.exclude, '**/dist/**', '**/.skyshelf/**'];

/** What all tests of the server's code keep to. */
const setupFiles = ['tools/vitest/declared-refusals.ts'];

/** Waiting for a condition ends when it comes true; the limit is for what never comes, on a machine that is busy too. */
const inTime = { poll: { timeout: 15_000 } };

/** What tests of real servers have in common; a server of the run starts when the first test asks for it. */
const withServers = {
  exclude: never,
  setupFiles,
  // kafkajs computes its pauses from times that it may not have; Node says so of each process.
  execArgv: ['--disable-warning=TimeoutNegativeWarning'],
  // Tools of media get what other tests leave them of the processor.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: inTime,
  // They wait for servers much of their time.
  maxWorkers: 3,
};

/** Its files share their modules, which are loaded once a worker; those that replace a module, or look at what is loaded, have modules of their own. */
function sharedAndOwn<Test extends { include: string[]; exclude: string[] }>(test: Test, name: string) {
  const own = globSync(test.include, { exclude: test.exclude }).filter(needsOwnModules);
  const exclude = [...test.exclude, ...own];
  return [
    { plugins: [fromSources], test: { ...test, name, exclude, isolate: false } },
    { plugins: [fromSources], test: { ...test, name: `${name} with own modules`, include: own } },
  ];
}

const needsOwnModules = (file: string): boolean =>
  /\bvi\.(mock|doMock|resetModules)\(|^\/\/ own modules:/m.test(readFileSync(file, 'utf8'));

export default defineConfig({
  test: {
    projects: [
      ...sharedAndOwn(
        {
          // No promise of speed: a machine that does much else may be twenty times slower.
          testTimeout: 60_000,
          expect: inTime,
          include: [`${packages}/*.spec.ts`],
          exclude: [...never, '**/*.int.spec.ts', '**/*.servers.spec.ts'],
          setupFiles,
          sequence: { groupOrder: 1 },
        },
        'unit',
      ),
      {
        plugins: [fromSources],
        test: {
          name: 'web',
          testTimeout: 60_000,
          expect: inTime,
          include: ['web/**/*.spec.{ts,tsx}'],
          exclude: never,
          sequence: { groupOrder: 1 },
        },
      },
      './web/vitest.browser.config.ts',
      ...sharedAndOwn(
        {
          ...withServers,
          include: [`${packages}/*.int.spec.ts`],
          globalSetup: ['libs/testing/src/run-mongod.ts'],
          sequence: { groupOrder: 2 },
        },
        'integration',
      ),
      ...sharedAndOwn(
        {
          ...withServers,
          include: [`${packages}/*.servers.spec.ts`],
          globalSetup: ['libs/testing/src/run-mongod.ts', 'libs/testing/src/run-servers.ts'],
          sequence: { groupOrder: 4 },
        },
        'servers',
      ),
    ],
    reporters: ['default', './tools/vitest/count-reporter.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: true,
  },
});
