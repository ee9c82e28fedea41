import { join } from 'node:path';
import { ROOT } from '../setup/paths.mjs';

/** Vitest's program, from node_modules. */
export const VITEST = 'vitest/vitest.mjs';

/**
 * What Vitest is started with: most of what a test file imports would be compiled for every file again
 * without a cache.
 */
export function testEnvironment(more) {
  // Nx asks for colours, which tests would find in the output of the commands that they run.
  const { FORCE_COLOR: _, ...given } = process.env;
  return { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), ...given, ...more };
}
