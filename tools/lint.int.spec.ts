import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkModules, ROOT } from './testing/link-modules.js';
import { manifest, planted, SUPPORTING } from './testing/planted-violations.js';

const CONFIGS = [
  '.dependency-cruiser.cjs',
  '.gitignore',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.tests.json',
  'tsconfig.web.json',
  'web/tsconfig.json',
];

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
  'libs/stack/src/index.ts': `export const servers = 1;\n`,
  'chaos/src/history/writer.ts': `export const writer = 1;\n`,
  'web/testing/signed-in.ts': `export const signedIn = true;\n`,
  'web/src/start.ts': `export const started = true;\n`,
  'web/src/app/shell.ts': `export const shell = true;\n`,
  'web/src/features/list/list.ts': `export const list = [1];\n`,
  'web/src/features/list/public.ts': `export const shown = 1;\n`,
  'web/src/features/windows/window.ts': `export { shown } from '../list/public.js';\n`,
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

/** Runs the linter on a tree and gives each check's output. */
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

  it('one of each rule and each check', () => {
    const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    const rules = new Set(planted.map(({ rule }) => rule));
    expect(forbidden.map(({ name }) => name).filter((name) => !rules.has(name))).toEqual([]);
    findings.delete('rest');
    expect([...findings.keys()].toSorted()).toEqual(
      [...new Set(planted.map(({ check }) => check))].toSorted(),
    );
  });

  it.each(planted)('$rule', ({ check, finding }) => {
    expect(findings.get(check)).toMatch(/^✗/);
    expect(findings.get(check)).toMatch(finding);
  });
});
