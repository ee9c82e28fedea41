import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { serviceList, streamServices } from './index.js';

const folder = resolve(import.meta.dirname, '../../../services');

it('what each service says it consumes is what its handlers take', () => {
  const found: Record<string, string[]> = {};
  for (const path of globSync('*/src/reactions/*.ts', { cwd: folder })) {
    const handled = readFileSync(resolve(folder, path), 'utf8').matchAll(
      /@EventPattern(?:<\w+>)?\(([^)]+)\)/g,
    );
    const [service = ''] = path.split('/');
    for (const [, types = ''] of handled)
      for (const [, source = ''] of types.matchAll(/'(\w+)\./g)) (found[service] ??= []).push(source);
  }
  const unique = Object.fromEntries(
    Object.entries(found).map(([service, sources]) => [service, [...new Set(sources)].toSorted()]),
  );
  const listed = Object.fromEntries(
    serviceList
      .filter(({ consumes }) => consumes.length > 0)
      .map(({ name, consumes }) => [name, consumes.toSorted()]),
  );
  expect(listed).toEqual(unique);
});

it('the services whose drives are streams are those that archives know', () => {
  expect(streamServices).toEqual(['catalog', 'billing']);
});
