import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

/** Packages of the workspace are read from their sources, so a test needs no build. */
const fromSources: Plugin = {
  name: 'skyshelf:from-sources',
  // The folders' tsconfig files leave the tests out, so what decorators become is said here for them.
  config: () => ({ oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } } }),
  configEnvironment: () => ({ resolve: { conditions: ['@skyshelf/source'] } }),
};
const packages = '{libs,services,deploy,bench,tools}/**';
const never = [...configDefaults.exclude, '**/dist/**', '**/.skyshelf/**'];

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [fromSources],
        test: {
          name: 'unit',
          include: [`${packages}/*.spec.ts`],
          exclude: [...never, '**/*.int.spec.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [fromSources],
        test: {
          name: 'integration',
          include: [`${packages}/*.int.spec.ts`],
          exclude: never,
          globalSetup: ['libs/testing/src/run-mongod.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    passWithNoTests: true,
  },
});
