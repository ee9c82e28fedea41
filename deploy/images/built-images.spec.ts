import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { comparedImages, keepDigests } from './built-images.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'built-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const image = (name: string, digest: string) => ({ name, digest: `sha256:${digest}` });
const of = (version: string, ...built: { name: string; digest: string }[]) => ({
  version,
  arch: 'x64',
  built,
});

it('refuses an image of other files under the same version, and takes it under the next', () => {
  const file = join(folder, 'built.json');
  keepDigests(file, of('0.2.0', image('catalog', 'a'), image('billing', 'b')));
  keepDigests(file, of('0.2.0', image('catalog', 'a'), image('gateway', 'c')));
  expect(() => keepDigests(file, of('0.2.0', image('catalog', 'other')))).toThrow(
    /built as 0\.2\.0 before:\n {2}catalog: sha256:other\n.*npm run release/,
  );
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    '0.2.0': { x64: { billing: 'sha256:b', catalog: 'sha256:a', gateway: 'sha256:c' } },
  });
  keepDigests(file, of('0.2.1', image('catalog', 'other')));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ '0.2.1': { x64: { catalog: 'sha256:other' } } });
});

it('knows each architecture apart', () => {
  const known = { '0.2.0': { arm64: { catalog: 'sha256:arm' } } };
  expect(comparedImages(known, of('0.2.0', image('catalog', 'x')))).toEqual({
    others: [],
    known: { '0.2.0': { arm64: { catalog: 'sha256:arm' }, x64: { catalog: 'sha256:x' } } },
  });
});
