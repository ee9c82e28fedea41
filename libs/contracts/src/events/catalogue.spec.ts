import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventCatalogue, renderEventCatalogue } from './catalogue.js';

describe('the catalogue of events', () => {
  it('names each type once, with its publisher in front', () => {
    const types = eventCatalogue.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    for (const { type, source } of eventCatalogue) expect(type.startsWith(`${source}.`)).toBe(true);
  });

  it('stands in docs/events.md as it is (npm run generate)', () => {
    const written = readFileSync(resolve(import.meta.dirname, '../../../../docs/events.md'), 'utf8');
    expect(written).toBe(renderEventCatalogue());
  });
});
