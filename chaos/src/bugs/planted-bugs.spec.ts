import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyPatches } from './apply-patches.js';
import { bugsOfSpecs } from './bugs-of-specs.js';
import { plantedBugs } from './planted-bugs.js';

const root = resolve(import.meta.dirname, '../../..');
const all = [...plantedBugs, ...bugsOfSpecs];

describe('the bugs that the harness plants in copies of the build', () => {
  it.each(all.map((bug) => [bug.name, bug] as const))('can still be planted: %s', (_, { patches }) => {
    const changed = applyPatches(root, patches);
    expect(changed.size).toBeGreaterThan(0);
    for (const { file, find, replace } of patches) {
      expect(changed.get(file)).toContain(replace);
      if (!replace.includes(find)) expect(changed.get(file)).not.toContain(find);
    }
  });

  it('refuses to plant a bug where the code has changed', () => {
    const patch = { file: 'package.json', find: 'this stands nowhere in it', replace: '' };
    expect(() => applyPatches(root, [patch])).toThrow('0 times');
  });

  it('have names of their own', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it.each(bugsOfSpecs.map(({ name, spec }) => [name, spec]))(
    'have the spec that finds them: %s',
    (_, spec) => {
      expect(existsSync(resolve(root, spec))).toBe(true);
    },
  );
});
