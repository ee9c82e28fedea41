/** The package.json of a package of the small workspace. */
export const manifest = (name: string, more: object = {}) =>
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

/** Files that break a rule of who may import whom, by the rule's name in `.dependency-cruiser.cjs`. */
const imports: readonly (readonly [rule: string, path: string, code: string])[] = [
  [
    'no-circular',
    'services/beta/src/circle.ts',
    `import { other } from './other.js';\n\nexport const circle = (): unknown => other;\n`,
  ],
  ['no-unresolvable', 'services/beta/src/lost.ts', `export { nothing } from './nowhere.js';\n`],
  [
    'service-imports-no-service',
    'services/alpha/src/neighbour.ts',
    `export { beta } from '../../beta/src/index.js';\n`,
  ],
  [
    'service-imports-only-libs',
    'services/alpha/src/page.ts',
    `export { started } from '../../../web/src/start.js';\n`,
  ],
  ['domain-is-pure', 'services/alpha/src/domain/reading.ts', `export { readFileSync } from 'node:fs';\n`],
  [
    'domain-is-pure',
    'services/alpha/src/domain/outward.ts',
    `export { use } from '../application/use.js';\n`,
  ],
  [
    'application-knows-no-door',
    'services/alpha/src/application/use.ts',
    `export { door as use } from '../http/door.js';\n`,
  ],
  [
    'application-knows-no-infrastructure',
    'services/alpha/src/application/store.ts',
    `export { adapter as store } from '../infrastructure/adapter.js';\n`,
  ],
  [
    'doors-know-no-infrastructure',
    'services/alpha/src/http/shortcut.ts',
    `export { adapter } from '../infrastructure/adapter.js';\n`,
  ],
  [
    'doors-know-no-infrastructure',
    'services/alpha/src/reactions/shortcut.ts',
    `import type { adapter } from '../infrastructure/adapter.js';\n\nexport type Known = typeof adapter;\n`,
  ],
  [
    'test-code-outside-src',
    'services/alpha/src/testing/sample.ts',
    `export { name } from '../domain/name.js';\n`,
  ],
  [
    'product-without-test-code',
    'services/alpha/src/from-tests.ts',
    `export { sample } from '../testing/samples.js';\n`,
  ],
  [
    'libs-know-no-product',
    'libs/contracts/src/upward.ts',
    `export { beta } from '../../../services/beta/src/index.js';\n`,
  ],
  [
    'only-tests-start-servers',
    'services/alpha/src/servers.ts',
    `export { servers } from '../../../libs/stack/src/index.js';\n`,
  ],
  ['kafkajs-in-one-folder', 'services/beta/src/topics.ts', `export { Kafka } from 'kafkajs';\n`],
  ['minio-in-one-file', 'services/beta/src/buckets.ts', `export { Client } from 'minio';\n`],
  [
    'fluent-ffmpeg-in-one-folder',
    'services/beta/src/films.ts',
    `export { default as film } from 'fluent-ffmpeg';\n`,
  ],
  [
    'web-knows-only-contracts',
    'web/src/server-side.ts',
    `export { open } from '../../libs/event-store/src/index.js';\n`,
  ],
  [
    'web-shared-knows-no-feature',
    'web/src/shared/upward.ts',
    `export { list } from '../features/list/list.js';\n`,
  ],
  [
    'web-feature-knows-no-app',
    'web/src/features/list/upward.ts',
    `export { shell } from '../../app/shell.js';\n`,
  ],
  [
    'web-features-meet-in-public',
    'web/src/features/windows/sideways.ts',
    `export { list } from '../list/list.js';\n`,
  ],
  [
    'web-page-without-test-code',
    'web/src/from-tests.ts',
    `export { signedIn } from '../testing/signed-in.js';\n`,
  ],
  [
    'checker-knows-no-product',
    'chaos/src/checker/lenient.ts',
    `export { VERSION } from '../../../libs/contracts/src/index.js';\n`,
  ],
  [
    'checker-takes-types-of-the-history',
    'chaos/src/checker/writer.ts',
    `export { writer } from '../history/writer.js';\n`,
  ],
  ['no-undeclared-dependency', 'services/beta/src/undeclared.ts', `export { MongoClient } from 'mongodb';\n`],
  ['no-dev-dependency-in-product', 'services/beta/src/tooling.ts', `export { vi } from 'vitest';\n`],
];

interface Planted {
  rule: string;
  path: string;
  code: string;
  check: string;
  finding: RegExp;
}

const broken: readonly Planted[] = [
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
    rule: 'a line of the specification without a test',
    path: 'tools/lines/specification.json',
    code: `{ "F1.1": "A line" }\n`,
    check: 'lines',
    finding: /no test proves F1\.1: A line/,
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
  {
    rule: 'a type error in the page',
    path: 'web/src/wrong.ts',
    code: `export const wrong: number = 'text';\n`,
    check: 'web types',
    finding: /web\/src\/wrong\.ts\(1,14\): error TS2322/,
  },
];

/** The violation planted for each rule, and the finding of its check. */
export const planted: readonly Planted[] = [
  ...imports.map(([rule, path, code]) => ({
    rule,
    path,
    code,
    check: 'boundaries',
    finding: new RegExp(`${rule}: ${path.replaceAll('.', '\\.')}`),
  })),
  ...broken,
  {
    rule: 'lines of at most 120 columns',
    path: 'services/beta/src/wide.ts',
    code: `// ${'A comment may be as wide as code. '.repeat(4)}\nexport const wide = 1;\n`,
    check: 'plain',
    finding: /wide\.ts:1: \d+ columns/,
  },
  {
    rule: 'doc comments begin with a sentence',
    path: 'services/beta/src/half-said.ts',
    code: `/** By halving. */\nexport const half = 2;\n`,
    check: 'prose',
    finding: /half-said\.ts:1: has no main clause after a comma: "By halving\."/,
  },
];

export const SUPPORTING = {
  'services/alpha/src/infrastructure/adapter.ts': `export const adapter = 1;\n`,
  'services/alpha/src/http/door.ts': `export const door = 1;\n`,
  'services/beta/src/other.ts': `import { circle } from './circle.js';\n\nexport const other = (): unknown => circle;\n`,
};
