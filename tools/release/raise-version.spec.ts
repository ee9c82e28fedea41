import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@skyshelf/contracts/rules';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../testing/link-modules.js';
import { nextVersion, otherVersions, raiseVersion, versionOf } from './raise-version.mjs';

const FILES = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'UPGRADING.md',
  'deploy/helm/skyshelf/Chart.yaml',
  'deploy/helm/skyshelf/examples/rendered',
  'deploy/images/built.json',
  'libs/contracts/src/rules/product-version.ts',
];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  for (const file of FILES) cpSync(join(ROOT, file), join(root, file), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const say = (file: string, text: string) =>
  writeFileSync(join(root, file), read(file).replace('## Next\n', `## Next\n\n${text}\n`));

it('is the same in all places, and told of', () => {
  expect(otherVersions(ROOT)).toEqual([]);
  expect(versionOf(ROOT)).toBe(PRODUCT_VERSION);
});

it('is raised by a part', () => {
  expect(['patch', 'minor', 'major'].map((part) => nextVersion('1.9.4', part))).toEqual([
    '1.9.5',
    '1.10.0',
    '2.0.0',
  ]);
});

it('is raised everywhere, what was said of the next one is said of it, and no image is known yet', () => {
  say('CHANGELOG.md', '- New: this.');
  say('UPGRADING.md', '- Nothing.');
  const old = versionOf(root);
  const version = raiseVersion(root, 'minor', new Date('2031-02-03T04:05:06Z'));
  expect([version, versionOf(root)]).toEqual([nextVersion(old, 'minor'), version]);
  expect(otherVersions(root)).toEqual([]);
  expect(read('CHANGELOG.md')).toContain(`## Next\n\n## ${version} (2031-02-03)\n\n- New: this.\n`);
  expect(read('UPGRADING.md')).toContain(`## Next\n\n## To ${version}\n\n- Nothing.\n`);
  expect(read('deploy/images/built.json')).toBe('{}\n');
  const rendered = read('deploy/helm/skyshelf/examples/rendered/production.yaml');
  expect(rendered).toContain(`skyshelf-catalog:${version}\n`);
  expect(rendered).not.toContain(`${old}\n`);
});

it('is not raised where no one has said what has changed', () => {
  say('CHANGELOG.md', '- New: this.');
  writeFileSync(join(root, 'UPGRADING.md'), read('UPGRADING.md').replace(/(?<=## Next\n)[^]*?(?=\n## )/, ''));
  const before = versionOf(root);
  expect(() => raiseVersion(root, 'patch', new Date())).toThrow('UPGRADING.md says nothing below "## Next"');
  expect(versionOf(root)).toBe(before);
});
