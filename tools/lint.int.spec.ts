import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkModules, ROOT } from './testing/link-modules.js';

const CONFIGS = [
  '.dependency-cruiser.cjs',
  '.gitignore',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.tests.json',
];

const manifest = (name: string, more: object = {}) =>
  `${JSON.stringify(
    {
      name: `@skyshelf/${name}`,
      version: '0.1.0',
      type: 'module',
      exports: { '.': { '@skyshelf/source': './src/index.ts' } },
      ...more,
    },
    null,
    2,
  )}\n`;

/** A small workspace in the shape of this one, in which every check finds nothing. */
const CLEAN = {
  'libs/contracts/package.json': manifest('contracts'),
  'libs/contracts/src/index.ts': `export const VERSION = 1;\n`,
  'libs/event-store/package.json': manifest('event-store', { dependencies: { mongodb: '7.8.0' } }),
  'libs/event-store/src/index.ts': `import type { Db } from 'mongodb';\n\nexport const open = (db: Db) => db.collection('events');\n`,
  'services/alpha/package.json': manifest('alpha', {
    dependencies: { '@skyshelf/contracts': '0.1.0', mongodb: '7.8.0' },
  }),
  'services/alpha/src/index.ts': `export { name } from './domain/name.js';\n`,
  'services/alpha/src/domain/name.ts': `import { VERSION } from '@skyshelf/contracts';\n\nexport const name = \`alpha \${VERSION}\`;\n`,
  'services/alpha/testing/samples.ts': `export const sample = 1;\n`,
  'services/beta/package.json': manifest('beta'),
  'services/beta/src/index.ts': `export const beta = 2;\n`,
  'web/src/start.ts': `export const started = true;\n`,
  'web/src/app/shell.ts': `export const shell = true;\n`,
  'web/src/features/list/list.ts': `export const list = [1];\n`,
  'web/src/features/list/public.ts': `export const shown = 1;\n`,
};

interface Planted {
  rule: string;
  path: string;
  code: string;
  check: string;
  finding: RegExp;
}

const planted: Planted[] = [
  {
    rule: 'a service that imports another service',
    path: 'services/alpha/src/neighbour.ts',
    code: `export { beta } from '../../beta/src/index.js';\n`,
    check: 'boundaries',
    finding: /service-imports-no-service: services\/alpha\/src\/neighbour\.ts/,
  },
  {
    rule: 'a domain that reads files',
    path: 'services/alpha/src/domain/reading.ts',
    code: `export { readFileSync } from 'node:fs';\n`,
    check: 'boundaries',
    finding: /domain-is-pure: services\/alpha\/src\/domain\/reading\.ts/,
  },
  {
    rule: 'a domain that knows the application',
    path: 'services/alpha/src/domain/outward.ts',
    code: `export { use } from '../application/use.js';\n`,
    check: 'boundaries',
    finding: /domain-is-pure: services\/alpha\/src\/domain\/outward\.ts/,
  },
  {
    rule: 'a use case that knows its controller',
    path: 'services/alpha/src/application/use.ts',
    code: `export { door as use } from '../http/door.js';\n`,
    check: 'boundaries',
    finding: /application-knows-no-door: services\/alpha\/src\/application\/use\.ts/,
  },
  {
    rule: 'a library that imports a service',
    path: 'libs/contracts/src/upward.ts',
    code: `export { beta } from '../../../services/beta/src/index.js';\n`,
    check: 'boundaries',
    finding: /libs-know-no-product: libs\/contracts\/src\/upward\.ts/,
  },
  {
    rule: 'test code within the product',
    path: 'services/alpha/src/testing/sample.ts',
    code: `export { name } from '../domain/name.js';\n`,
    check: 'boundaries',
    finding: /test-code-outside-src: services\/alpha\/src\/testing\/sample\.ts/,
  },
  {
    rule: 'a product that imports test code',
    path: 'services/alpha/src/from-tests.ts',
    code: `export { sample } from '../testing/samples.js';\n`,
    check: 'boundaries',
    finding: /product-without-test-code: services\/alpha\/src\/from-tests\.ts/,
  },
  {
    rule: 'a web client that imports a server library',
    path: 'web/src/server-side.ts',
    code: `export { open } from '../../libs/event-store/src/index.js';\n`,
    check: 'boundaries',
    finding: /web-knows-only-contracts: web\/src\/server-side\.ts/,
  },
  {
    rule: 'a shared part of the page that imports a feature',
    path: 'web/src/shared/upward.ts',
    code: `export { list } from '../features/list/list.js';\n`,
    check: 'boundaries',
    finding: /web-shared-knows-no-feature: web\/src\/shared\/upward\.ts/,
  },
  {
    rule: 'a feature of the page that imports the app',
    path: 'web/src/features/list/upward.ts',
    code: `export { shell } from '../../app/shell.js';\n`,
    check: 'boundaries',
    finding: /web-feature-knows-no-app: web\/src\/features\/list\/upward\.ts/,
  },
  {
    rule: 'a feature of the page that imports the inside of another one',
    path: 'web/src/features/windows/sideways.ts',
    code: `export { list } from '../list/list.js';\nexport { shown } from '../list/public.js';\n`,
    check: 'boundaries',
    finding:
      /web-features-meet-in-public: web\/src\/features\/windows\/sideways\.ts → web\/src\/features\/list\/list\.ts(?![\s\S]*public\.ts)/,
  },
  {
    rule: 'two files that need each other',
    path: 'services/beta/src/circle.ts',
    code: `import { other } from './other.js';\n\nexport const circle = (): unknown => other;\n`,
    check: 'boundaries',
    finding: /no-circular: services\/beta\/src\/(circle|other)\.ts/,
  },
  {
    rule: 'a package from npm that is not declared',
    path: 'services/beta/src/undeclared.ts',
    code: `export { MongoClient } from 'mongodb';\n`,
    check: 'boundaries',
    finding: /no-undeclared-dependency: services\/beta\/src\/undeclared\.ts/,
  },
  {
    rule: 'a tool of development in the product',
    path: 'services/beta/src/tooling.ts',
    code: `export { vi } from 'vitest';\n`,
    check: 'boundaries',
    finding: /no-dev-dependency-in-product: services\/beta\/src\/tooling\.ts/,
  },
  {
    rule: 'a package of ours that is not declared',
    path: 'services/beta/src/silent.ts',
    code: `export { VERSION } from '@skyshelf/contracts';\n`,
    check: 'dependencies',
    finding: /services\/beta: @skyshelf\/contracts is imported \(services\/beta\/src\/silent\.ts\)/,
  },
  {
    rule: 'a service that writes the collection `events`',
    path: 'services/alpha/src/infrastructure/past-the-fence.ts',
    code: `import type { Db } from 'mongodb';\n\nexport const write = (db: Db) => db.collection('events').insertOne({});\n`,
    check: 'collections',
    finding: /past-the-fence\.ts:3: only libs\/event-store may open the collection `events`/,
  },
  {
    rule: 'a service that writes `elements` by a constant, or by a pipeline',
    path: 'services/alpha/src/infrastructure/by-detour.ts',
    code: `import type { Db } from 'mongodb';\n\nconst NAME = 'elements';\nexport const write = (db: Db) => db.collection<{ a: 1 }>(NAME).deleteMany({});\nexport const stage = { $merge: { into: 'elements' } };\n`,
    check: 'collections',
    finding: /by-detour\.ts:4: .*`elements`[\s\S]*by-detour\.ts:5: .*`elements`/,
  },
  {
    rule: "a service that opens another service's database",
    path: 'services/alpha/src/infrastructure/foreign.ts',
    code: `import type { MongoClient } from 'mongodb';\n\nexport const plans = (client: MongoClient) => client.db('skyshelf_beta').collection('plans');\nexport const stage = { $merge: { into: { db: 'skyshelf_beta', coll: 'plans' } } };\n`,
    check: 'databases',
    finding: /foreign\.ts:3: opens a database[\s\S]*foreign\.ts:4: names a database/,
  },
  {
    rule: "an operator's command that connects to the databases",
    path: 'apps/operations/src/past-the-owner.ts',
    code: `import { MongoClient } from 'mongodb';\n\nexport const reach = (uri: string) => new MongoClient(uri);\n`,
    check: 'databases',
    finding: /past-the-owner\.ts:3: connects to the database/,
  },
  {
    rule: 'a file whose name says nothing',
    path: 'services/beta/src/utils.ts',
    code: `export const nothing = 0;\n`,
    check: 'names',
    finding: /services\/beta\/src\/utils\.ts: the name says nothing/,
  },
  {
    rule: '`any`',
    path: 'services/beta/src/anything.ts',
    code: `export const anything = (value: any): string => String(value);\n`,
    check: 'code',
    finding: /anything\.ts:1:\d+:.*no-explicit-any/,
  },
  {
    rule: 'a non-null assertion',
    path: 'services/beta/src/certain.ts',
    code: `export const certain = (list: string[]): string => list[0]!;\n`,
    check: 'code',
    finding: /certain\.ts:1:\d+:.*no-non-null-assertion/,
  },
  {
    rule: 'a promise that no one waits for',
    path: 'services/beta/src/floating.ts',
    code: `const later = async (): Promise<void> => {};\n\nexport function start(): void {\n  later();\n}\n`,
    check: 'code',
    finding: /floating\.ts:4:\d+:.*no-floating-promises/,
  },
  {
    rule: 'a file of more than 300 lines',
    path: 'services/beta/src/long.ts',
    code: Array.from({ length: 301 }, (_, line) => `export const line${line} = ${line};\n`).join(''),
    check: 'code',
    finding: /long\.ts:.*max-lines/,
  },
  {
    rule: 'a file in another format',
    path: 'services/beta/src/format.ts',
    code: `export const format   = "other"\n`,
    check: 'format',
    finding: /services\/beta\/src\/format\.ts/,
  },
  {
    rule: 'a type error in a test',
    path: 'services/beta/src/wrong.spec.ts',
    code: `export const wrong: number = 'text';\n`,
    check: 'types',
    finding: /services\/beta\/src\/wrong\.spec\.ts\(1,14\): error TS2322/,
  },
];

const SUPPORTING = {
  'services/alpha/src/http/door.ts': `export const door = 1;\n`,
  'services/beta/src/other.ts': `import { circle } from './circle.js';\n\nexport const other = (): unknown => circle;\n`,
};

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'skyshelf-lint-'));
  for (const name of CONFIGS) cpSync(join(ROOT, name), join(root, name));
  linkModules(root, ['libs/contracts', 'libs/event-store']);
  for (const [path, content] of Object.entries({ ...CLEAN, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** What each check says about a tree. */
async function lint(root: string): Promise<Map<string, string>> {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [join(ROOT, 'tools', 'lint.mjs'), '--root', root], (_error, stdout) =>
      resolve(stdout),
    );
  });
  const parts = output.split(/^(?=[✓✗] )/m);
  return new Map(parts.map((part) => [/^[✓✗] (.*) \(/.exec(part)?.[1] ?? 'rest', part]));
}

const roots: string[] = [];
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

it('passes a clean workspace', { timeout: 60_000 }, async () => {
  const root = plant({});
  roots.push(root);
  const findings = await lint(root);
  expect([...findings.values()].filter((part) => part.startsWith('✗'))).toEqual([]);
  expect([...findings.keys()]).toEqual(
    expect.arrayContaining([...new Set(planted.map((each) => each.check))]),
  );
});

describe('a planted violation is found:', () => {
  let findings: Map<string, string>;
  beforeAll(async () => {
    const root = plant({
      ...SUPPORTING,
      ...Object.fromEntries(planted.map(({ path, code }) => [path, code])),
    });
    roots.push(root);
    findings = await lint(root);
  }, 60_000);

  it.each(planted)('$rule', ({ check, finding }) => {
    expect(findings.get(check)).toMatch(/^✗/);
    expect(findings.get(check)).toMatch(finding);
  });
});
