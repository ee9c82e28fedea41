import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sourcesOf } from './services.js';

const services = resolve(import.meta.dirname, '../../../services');

it('the list of whose events each service acts on is what their handlers say', () => {
  const found: Record<string, string[]> = {};
  for (const path of globSync('*/src/reactions/*.ts', { cwd: services })) {
    const handled = readFileSync(resolve(services, path), 'utf8').matchAll(
      /@EventPattern(?:<\w+>)?\('(\w+)\./g,
    );
    const [service = ''] = path.split('/');
    for (const [, source = ''] of handled) (found[service] ??= []).push(source);
  }
  const unique = Object.fromEntries(
    Object.entries(found).map(([service, sources]) => [service, [...new Set(sources)].toSorted()]),
  );
  const listed = Object.fromEntries(
    Object.entries(sourcesOf).map(([service, sources]) => [service, sources.toSorted()]),
  );
  expect(listed).toEqual(unique);
});
