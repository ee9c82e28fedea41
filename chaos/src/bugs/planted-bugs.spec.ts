import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyPatches } from './apply-patches.js';
import { plantedBugs } from './planted-bugs.js';

const root = resolve(import.meta.dirname, '../../..');

describe('the bugs that the harness plants in copies of the build', () => {
  it.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
    'can still be planted: %s',
    (_, { patches }) => {
      const changed = applyPatches(root, patches);
      expect(changed.size).toBeGreaterThan(0);
      for (const { file, find, replace } of patches) {
        expect(changed.get(file)).toContain(replace);
        if (!replace.includes(find)) expect(changed.get(file)).not.toContain(find);
      }
    },
  );

  it('refuses to plant a bug where the code has changed', () => {
    const patch = { file: 'package.json', find: 'this stands nowhere in it', replace: '' };
    expect(() => applyPatches(root, [patch])).toThrow('0 times');
  });

  it('have names of their own', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
  });
});
