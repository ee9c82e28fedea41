import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './messages.mjs';
import { ROOT } from './paths.mjs';

const OLDEST_FOR_SETUP = 20;
const OLDEST_FOR_PRODUCT = 22;

/** Set-up itself needs a Node that isn't too old; the product then brings its own where it can. */
export function checkNodeForSetup(version = process.versions.node) {
  if (major(version) >= OLDEST_FOR_SETUP) return;
  throw new SetupError(
    `Skyshelf needs Node ${OLDEST_FOR_SETUP} or newer to set itself up; this is ${version}. Get it from https://nodejs.org or your package manager.`,
  );
}

/**
 * The Node that runs the product: the one that the packages bring (Linux), else the one at work now.
 * @throws {SetupError} when that one is too old
 */
export function productNode(version = process.versions.node) {
  const own = join(ROOT, 'node_modules', '.bin', 'node');
  if (existsSync(own)) return own;
  if (major(version) >= OLDEST_FOR_PRODUCT) return process.execPath;
  throw new SetupError(
    `Skyshelf runs on Node 24 (${OLDEST_FOR_PRODUCT} at least). On this system it does not bring its own, and yours is ${version}: install a newer one from https://nodejs.org.`,
  );
}

function major(version) {
  return Number.parseInt(version, 10);
}
