import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limits } from '../limits.js';
import { routeTable } from './routes.js';

const record = new URL('../../../../docs/decisions/022-how-large-a-body.md', import.meta.url);
const units: Record<string, number> = { KB: 1024, MB: 1024 * 1024 };

/** Each call of the table with its limit. */
const decided = [...readFileSync(record, 'utf8').matchAll(/^\| (\d+) (KB|MB) \| ([^|]+) \|/gm)].flatMap(
  ([, count, unit = '', calls = '']) =>
    calls.split(', ').map((call): [string, number] => [call, Number(count) * (units[unit] ?? 0)]),
);

const taking = routeTable.filter(({ body, bytes }) => body ?? bytes);

it('every call takes as large a body as was decided', () => {
  const taken = taking.map(({ name, bodyLimit = limits.maxJsonBytes }): [string, number] => [
    name,
    bodyLimit,
  ]);
  expect(taken.toSorted()).toEqual(decided.toSorted());
});

it('a call without a body takes none of more than the least', () => {
  for (const { name, bodyLimit } of routeTable.filter((each) => !taking.includes(each)))
    expect(bodyLimit ?? 0, name).toBeLessThanOrEqual(limits.maxJsonBytes);
});

it('a stranger can send no more than 16 KB, but for the path of a folder and what the payment provider says', () => {
  const open = taking.filter(({ access }) => access === 'public' || access === 'visitor');
  expect(open.filter(({ bodyLimit = 0 }) => bodyLimit > limits.maxJsonBytes).map(({ name }) => name)).toEqual(
    ['listFolder', 'receivePayment'],
  );
});
