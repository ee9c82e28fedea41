import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const chaos = resolve(here, '..');
const clients = new Set(['mongodb', 'minio', 'vitest']);

const files = (readdirSync(here, { recursive: true }) as string[]).filter((path) => path.endsWith('.ts'));

/** What a file imports, and from where a relative path leads. */
function importsOf(file: string): { typeOnly: boolean; target: string }[] {
  const text = readFileSync(join(here, file), 'utf8');
  const found = [
    ...text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'/gm),
    ...text.matchAll(/(?:import|require)\(\s*(type)?'([^']+)'/g),
  ];
  return found.map(([, typeOnly, target = '']) => ({
    typeOnly: typeOnly !== undefined,
    target: target.startsWith('.') ? relative(chaos, resolve(here, dirname(file), target)) : target,
  }));
}

describe('the checker', () => {
  it('imports nothing of the product it judges', () => {
    expect(files.length).toBeGreaterThan(15);
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .filter(({ target, typeOnly }) => {
          if (target.startsWith('node:')) return !builtinModules.includes(target.slice('node:'.length));
          if (target === 'history/records.js') return !typeOnly;
          return !clients.has(target) && !target.startsWith('checker/');
        })
        .map(({ target }) => `${file}: ${target}`),
    );
    expect(foreign).toEqual([]);
  });
});
