/**
 * `npm run lint`: everything about the code that a machine can judge without running it.
 *
 *   node tools/lint.mjs [names of checks …] [--root folder]
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { productNode } from './setup/node-version.mjs';
import { ROOT } from './setup/paths.mjs';
import { report, reportAll } from './setup/report.mjs';
import { runCommand } from './setup/run-command.mjs';
import { CODE_FOLDERS } from './lint/source-files.mjs';
import { typesOfPackages, typesOfPage, typesOfTests } from './lint/types.mjs';

const tool =
  (path, ...args) =>
  async (root) => {
    const { code, output } = await runCommand(productNode(), [join(ROOT, 'node_modules', path), ...args], {
      cwd: root,
    });
    return code === 0 ? [] : [output];
  };
const ours = (file, name) => async (root) => (await import(`./lint/${file}.mjs`))[name](root);

const lintCode = tool('oxlint/bin/oxlint', '--quiet', '--deny-warnings', '--format', 'unix');

/** Each check answers what is wrong; nothing when all is well. */
const CHECKS = {
  // The linter takes types of other packages from what is compiled of them.
  code: async (root) => [...(root === ROOT ? await typesOfPackages(root) : []), ...(await lintCode(root))],
  format: tool('oxfmt/bin/oxfmt', '--list-different'),
  boundaries: (root) =>
    tool(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ...CODE_FOLDERS.filter((folder) => existsSync(join(root, folder))),
      ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
    )(root),
  dependencies: ours('workspace-dependencies', 'checkWorkspaceDependencies'),
  collections: ours('collections', 'checkCollections'),
  databases: ours('databases', 'checkDatabases'),
  names: ours('file-names', 'checkFileNames'),
  lines: ours('lines', 'checkLines'),
  plain: ours('plain-code', 'checkPlainCode'),
  prose: ours('prose', 'checkProse'),
  types: typesOfTests,
  'web types': typesOfPage,
};

await setUpOrExit('lint');
const { names, root } = parse(process.argv.slice(2));
let failed = 0;
const waiting = [...names];
// Most of them use one core, and the longest stand at both ends of the list: one worker takes from each.
await Promise.all([worker(() => waiting.shift()), worker(() => waiting.pop())]);
reportAll(names.length - failed, failed);

async function worker(take) {
  for (let name = take(); name; name = take()) {
    const check = CHECKS[name];
    if (!(await report(name, () => check(root)))) failed += 1;
  }
}

function parse(args) {
  const at = args.indexOf('--root');
  const root = at < 0 ? ROOT : resolve(args[at + 1]);
  const chosen = at < 0 ? args : args.toSpliced(at, 2);
  const unknown = chosen.filter((name) => !CHECKS[name]);
  if (unknown.length)
    throw new Error(`There is no check ${unknown.join(', ')}; there are ${Object.keys(CHECKS).join(', ')}.`);
  return { root, names: chosen.length ? chosen : Object.keys(CHECKS) };
}
