import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { presentEvents, type PublishedEvents, brokenReaders, type Shape } from './published-events.js';

const shapeOf = (schema: z.ZodType): Shape => z.toJSONSchema(schema, { io: 'input' }) as Shape;

describe('events that were published', () => {
  const file = resolve(import.meta.dirname, '../../published/events.json');
  const published = JSON.parse(readFileSync(file, 'utf8')) as PublishedEvents;
  const present = presentEvents();

  it.each(Object.keys(published))('%s is still read', (type) => {
    expect(present[type], 'the type is gone: what lies in streams could not be read').toBeDefined();
    expect(brokenReaders(published[type] ?? {}, present[type] ?? {})).toEqual([]);
  });

  it('are all noted, in their present shape (npm run generate)', () => {
    expect(published).toEqual(present);
  });
});

describe('a change of a shape', () => {
  const former = z.object({
    name: z.string().max(10),
    kind: z.enum(['a', 'b']),
    from: z.union([z.object({ blob: z.string() }), z.object({ url: z.string() })]),
    list: z.array(z.object({ id: z.string() })),
    made: z.partialRecord(z.enum(['a', 'b']), z.string()),
  });
  const broken = (present: z.ZodObject): string[] => brokenReaders(shapeOf(former), shapeOf(present));

  it('may add an optional field, a value, an alternative', () => {
    const more = former.extend({
      note: z.string().optional(),
      kind: z.enum(['a', 'b', 'c']),
      made: z.partialRecord(z.enum(['a', 'b', 'c']), z.string()),
      from: z.union([...former.shape.from.options, z.object({ page: z.number() })]),
    });
    expect(broken(more)).toEqual([]);
  });

  it.each([
    ['a field that is gone', former.omit({ name: true }), 'data.name is gone'],
    ['a field that is required now', former.extend({ note: z.string() }), 'data.note is required now'],
    [
      'a bound that is narrower',
      former.extend({ name: z.string().max(9) }),
      'data.name: `maxLength` has changed',
    ],
    ['a type that is another', former.extend({ name: z.number() }), 'data.name: `type` has changed'],
    [
      'a key of a record that is gone',
      former.extend({ made: z.partialRecord(z.enum(['a']), z.string()) }),
      'data.made: the value "b" is gone',
    ],
    ['a value that is gone', former.extend({ kind: z.enum(['a']) }), 'data.kind: the value "b" is gone'],
    [
      'a field of a list that is gone',
      former.extend({ list: z.array(z.object({ key: z.string() })) }),
      'data.list[].id is gone',
    ],
  ])('breaks readers by %s', (_, present, reason) => {
    expect(broken(present)).toContain(reason);
  });

  it('breaks readers by an alternative that is gone', () => {
    const present = former.extend({ from: z.object({ blob: z.string() }) });
    expect(broken(present).join()).toContain('is gone');
  });
});
