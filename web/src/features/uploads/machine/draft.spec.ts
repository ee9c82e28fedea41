import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transitions } from './draft.js';

it('stand in docs/architecture.md as they are', () => {
  const docs = readFileSync(new URL('../../../../../docs/architecture.md', import.meta.url), 'utf8');
  const rows = Object.entries(transitions).map(([what, row]) => {
    const after = [...new Set(Object.values(row))].join(', ');
    return `| ${what} | ${Object.keys(row).join(', ')} | ${after} |`;
  });
  expect(docs.split('\n').filter((line) => rows.includes(line))).toEqual(rows);
});
