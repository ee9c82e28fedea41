import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../testing/link-modules.js';
import { campaignsPage } from './campaigns-page.mjs';
import { CAMPAIGNS } from './campaigns.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('docs/campaigns.md is as the table says (npm run generate)', () => {
  expect(read('docs/campaigns.md')).toBe(campaignsPage(CAMPAIGNS));
});

it('each script that a campaign calls is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const called = Object.values(CAMPAIGNS).flatMap(({ command }) =>
    [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(called.filter((name) => !(name in scripts))).toEqual([]);
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(25);
});
