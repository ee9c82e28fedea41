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

interface Planted {
  rule: string;
  path: string;
  code: string;
  check: string;
  finding: RegExp;
}

/** One violation of each rule, and what its check says of it. */
export const planted: readonly Planted[] = [
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
];

export const SUPPORTING = {
  'services/alpha/src/http/door.ts': `export const door = 1;\n`,
  'services/beta/src/other.ts': `import { circle } from './circle.js';\n\nexport const other = (): unknown => circle;\n`,
};
