import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { productNode } from '../setup/node-version.mjs';
import { COMPILER, ROOT } from '../setup/paths.mjs';
import { runCommand } from '../setup/run-command.mjs';

const tsc =
  (...args) =>
  async (root) => {
    // Several checkers of one project look at much of it several times, and here two projects are checked at a time.
    const words = [join(ROOT, COMPILER), ...args, '--checkers', '1'];
    const { code, output } = await runCommand(productNode(), words, { cwd: root });
    return code === 0 ? [] : [output];
  };

/** Checks and compiles the packages; other packages and the linter read their types from the result. */
export const typesOfPackages = tsc('-b', '--builders', '2');

/** Checks all tests of the server's side. */
export const typesOfTests = tsc('-p', 'tsconfig.tests.json');

/** Checks the page with its tests, the extension and the offline worker. */
export async function typesOfPage(root) {
  const projects = ['tsconfig.web.json', 'web/offline-worker'].filter((path) => existsSync(join(root, path)));
  return (await Promise.all(projects.map((path) => tsc('-p', path)(root)))).flat();
}
