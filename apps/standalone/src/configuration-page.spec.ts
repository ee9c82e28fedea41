import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderConfigurationPage } from './configuration-page.js';

describe('the page of settings', () => {
  it('stands in docs/configuration.md as it is (npm run generate)', () => {
    const written = readFileSync(resolve(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
    expect(written).toBe(renderConfigurationPage());
  });

  it('shows no variable twice in one table', () => {
    for (const table of renderConfigurationPage().split('\n## ')) {
      const variables = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, variable]) => variable);
      expect(variables).toEqual([...new Set(variables)]);
    }
  });
});
