import { routeTable } from '@skyshelf/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningShelf } from '../operations/testing/running-shelf.js';
import { accountCases } from './account-cases.js';
import { elementCases } from './element-cases.js';
import { readingCases } from './reading-cases.js';
import type { RouteName, Step } from './step.js';
import { uploadCases } from './upload-cases.js';
import { walk } from './testing/walk-steps.js';

const cases: Record<RouteName, readonly Step[]> = {
  ...accountCases,
  ...elementCases,
  ...readingCases,
  ...uploadCases,
};

let shelf: RunningShelf;
beforeAll(async () => void (shelf = await RunningShelf.start()), 60_000);
afterAll(() => shelf.stop(), 60_000);

describe('the API answers as it is documented', () => {
  it('at every route of the table', () => {
    expect(Object.keys(cases).toSorted()).toEqual(routeTable.map(({ name }) => name).toSorted());
    for (const [name, steps] of Object.entries(cases)) expect(steps.map(({ call }) => call)).toContain(name);
  });

  it.each(Object.entries(cases))('%s', async (name, steps) => {
    await walk(shelf.url, await shelf.token(name.toLowerCase()), steps);
  });

  it('and describes itself, for machines and for people', async () => {
    const description = await fetch(new URL('/api/openapi.json', shelf.url));
    const { paths } = (await description.json()) as { paths: Record<string, object> };
    const page = await (await fetch(new URL('/api/docs', shelf.url))).text();
    expect(Object.keys(paths).filter((path) => !page.includes(path))).toEqual([]);
  });
});
