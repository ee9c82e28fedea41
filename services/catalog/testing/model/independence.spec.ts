import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const files = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));

it('the plain shelf imports nothing of the product it judges', () => {
  expect(files.length).toBeGreaterThan(8);
  const foreign = files.flatMap((file) => {
    const text = readFileSync(join(here, file), 'utf8');
    const targets = [
      ...text.matchAll(/\bfrom\s+['"]([^'"]+)['"]/g),
      ...text.matchAll(/(?:import|require)\s*\(?\s*['"]([^'"]+)['"]/g),
    ].map(([, target = '']) => target);
    return targets.filter((target) => !files.includes(target.replace(/^\.\/(.*)\.js$/, '$1.ts')));
  });
  expect(foreign).toEqual([]);
});
