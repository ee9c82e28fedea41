import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions } from 'vite';
import { defineProject } from 'vitest/config';
import { pdfjsFiles } from './build/pdfjs-files.js';

/** Default: Debian's path. */
const chromium = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';
const found = existsSync(chromium);
if (!found && process.env.CI === 'true')
  throw new Error(`The tests of the page need Chromium at ${chromium}.`);
if (!found)
  process.stderr.write(`No Chromium at ${chromium}: the tests of the page in a browser are skipped.\n`);

export default defineProject({
  root: import.meta.dirname,
  plugins: [react(), pdfjsFiles()],
  resolve: { conditions: ['@skyshelf/source', ...defaultClientConditions] },
  optimizeDeps: {
    include: [
      'react-dom/client',
      'react/jsx-dev-runtime',
      'wouter',
      'pdfjs-dist',
      // Workers' imports are found only once a test runs.
      'markdown-it',
      'lowlight',
      'highlight.js/lib/languages/*',
      'altcha/workers/pbkdf2',
    ],
  },
  test: {
    name: 'web in Chromium',
    include: found ? ['src/**/*.page.test.tsx'] : [],
    setupFiles: ['testing/signed-in.ts'],
    passWithNoTests: true,
    sequence: { groupOrder: 3 },
    testTimeout: 30_000,
    // A busy machine draws late.
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // No machine of tests has one; what stands in for it takes a third of the processor.
      provider: playwright({ launchOptions: { executablePath: chromium, args: ['--disable-gpu'] } }),
      instances: [{ browser: 'chromium', viewport: { width: 1920, height: 1080 } }],
    },
  },
});
