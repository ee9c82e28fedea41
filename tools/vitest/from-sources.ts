import type { Plugin } from 'vite';

/** Reads the packages of the workspace from their sources, so that a test needs no build. */
export const fromSources: Plugin = {
  name: 'skyshelf:from-sources',
  configEnvironment: () => ({ resolve: { conditions: ['@skyshelf/source'] } }),
  // The folders' tsconfig files leave the tests out, so what decorators become is said here for them.
  config: () => ({ oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } } }),
};
