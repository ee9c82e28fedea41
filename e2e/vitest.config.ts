import { defineConfig } from 'vitest/config';
import { fromSources } from '../tools/vitest/from-sources.js';

/** The running product, by HTTP and by a real browser: long tests, one after the other, never repeated. */
export default defineConfig({
  plugins: [fromSources],
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.e2e.ts'],
    fileParallelism: false,
    retry: 0,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ['verbose', '../tools/vitest/count-reporter.ts'],
    passWithNoTests: true,
  },
});
