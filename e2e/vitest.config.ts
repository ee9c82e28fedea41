import { defineConfig } from 'vitest/config';
import { fromSources } from '../tools/vitest/from-sources.js';
import LongestFirst from '../tools/vitest/longest-first.js';

/** These files start a cluster of their own: next to another one each start takes minutes on two cores. */
const ownClusters = [
  'src/crash/deletion.e2e.ts',
  'src/hostile/broken-requests.e2e.ts',
  'src/lifecycle/npm-start.e2e.ts',
  'src/telemetry/one-trace.e2e.ts',
];

/** These files run alone, one after the other: they measure times, or stop servers that all use. */
const alone = [
  'src/cluster/**/*.e2e.ts',
  'src/crash/{payments,sync-order}.e2e.ts',
  'src/lifecycle/after-a-crash.e2e.ts',
  ...(process.env.SKYSHELF_E2E_MODE === 'cluster' ? ownClusters : []),
];
const long = { retry: 0, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };

/**
 * The running product, by HTTP and by a real browser: long tests, never repeated. SKYSHELF_E2E_MODE says
 * which way to run it is looked at.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: ['src/setup/run.ts'],
    // A cluster takes its time to stop, and a run that is cut off there counts as green.
    teardownTimeout: 120_000,
    projects: [
      {
        test: {
          ...long,
          name: 'together',
          include: ['src/**/*.e2e.ts'],
          exclude: alone,
          // Half of the files run in one mode only, and loading their modules again took more than skipping them.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...long,
          name: 'alone',
          include: alone,
          setupFiles: ['src/setup/stop-shared.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    reporters: ['verbose', '../tools/vitest/mode-reporter.ts', '../tools/vitest/count-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    passWithNoTests: true,
  },
  plugins: [fromSources],
});
