import { resolve } from 'node:path';
import { logFields } from '@skyshelf/telemetry';
import { expect, it } from 'vitest';
import { loggedFields, productSources } from './logged-fields.js';

const root = resolve(import.meta.dirname, '../..');

it('the product logs the fields that docs/telemetry.md documents, each of them somewhere', () => {
  const used = new Map<string, string>();
  for (const path of productSources(root))
    for (const field of loggedFields(path)) used.set(field, path.slice(root.length + 1));
  expect([...used].filter(([field]) => !(field in logFields))).toEqual([]);
  const always = ['level', 'time', 'msg', 'trace', 'span'];
  expect(Object.keys(logFields).filter((field) => !used.has(field) && !always.includes(field))).toEqual([]);
});
