import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMPILER } from './setup/paths.mjs';
import { linkModules, ROOT } from './testing/link-modules.js';

const GENERATED = [
  {
    service: 'catalog',
    name: 'paint-folder',
    file: 'services/catalog/src/application/commands/paint-folder',
  },
  { service: 'billing', name: 'cancel-plan', file: 'services/billing/src/application/cancel-plan' },
  { service: 'notify', name: 'hide-update', file: 'services/notify/src/application/hide-update' },
];
const CONFIGS = ['.gitignore', '.oxfmtrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.tests.json'];
/** The product's own names projects that are not in the copy. */
const VITEST_CONFIG = `import { fromSources } from './tools/vitest/from-sources.js';
export default { plugins: [fromSources], test: { include: ['services/**/*.spec.ts'] } };
`;

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'skyshelf-use-case-'));
  const libs = readdirSync(join(ROOT, 'libs')).map((name) => `libs/${name}`);
  const services = GENERATED.map(({ service }) => `services/${service}`);
  const sourcesOnly = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  for (const path of [...libs, ...services, 'tools/vitest', ...CONFIGS]) {
    cpSync(join(ROOT, path), join(root, path), { recursive: true, filter: sourcesOnly });
  }
  writeFileSync(join(root, 'vitest.config.ts'), VITEST_CONFIG);
  linkModules(root, [...libs, ...services]);
  const project = {
    extends: './tsconfig.tests.json',
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    files: GENERATED.map(({ file }) => `${file}.spec.ts`),
    include: GENERATED.map(({ service }) => `services/${service}/src/${service}.module.ts`),
  };
  writeFileSync(join(root, 'tsconfig.generated.json'), JSON.stringify(project));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs a script with Node and gives its exit code and everything it says. */
function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, SKYSHELF_TEST_RESULT: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, script), ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

const generate = (service: string, name: string) =>
  run('tools/new-use-case.mjs', '--service', service, '--name', name, '--root', root);

it('writes use cases that compile, are formatted, and whose tests pass', { timeout: 120_000 }, async () => {
  for (const { service, name, file } of GENERATED) {
    const { code, output } = await generate(service, name);
    expect(output).toContain(`${file}.spec.ts`);
    expect(output).toContain('Next:');
    expect(code).toBe(0);
  }
  expect(await run(COMPILER, '-p', 'tsconfig.generated.json')).toEqual({
    code: 0,
    output: '',
  });
  const formatted = await run(
    'node_modules/oxfmt/bin/oxfmt',
    '--check',
    ...GENERATED.map(({ file }) => `${file}.ts`),
  );
  expect(formatted).toMatchObject({ code: 0 });

  const paths = GENERATED.map(({ file }) => file);
  const tests = await run('node_modules/vitest/vitest.mjs', 'run', ...paths);
  expect(tests.output).toContain('4 passed');
  expect(tests.code).toBe(0);
});

it('says what is wrong with what it is asked for, and writes nothing', async () => {
  expect(await generate('kitchen', 'cook-dinner')).toMatchObject({
    code: 1,
    output: expect.stringContaining('--service is one of billing, catalog'),
  });
  expect((await generate('catalog', 'Paint')).output).toContain('a verb and what it acts on');
  expect((await generate('catalog', 'add-element')).output).toContain('add-element.ts is there already');
});
