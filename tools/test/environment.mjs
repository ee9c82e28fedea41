import { join } from 'node:path';
import { ROOT } from '../setup/paths.mjs';

/** The path of Vitest's program in node_modules. */
export const VITEST = 'vitest/vitest.mjs';

/**
 * The environment of Vitest has a compile cache: without it most modules would be compiled again for every test
 * file.
 */
export function testEnvironment(more) {
  // Nx asks for colours, which tests would find in the output of the commands that they run.
  const { FORCE_COLOR: _, ...given } = process.env;
  return { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), ...given, ...more };
}
