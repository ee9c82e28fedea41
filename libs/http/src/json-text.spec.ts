import { expect, it } from 'vitest';
import { parseJson } from './json-text.js';

const read = (text: string) => parseJson(Buffer.from(text));
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const tooDeep = 'The request body is nested deeper than 32 levels.';

it('reads what is nested as deep as may be, and refuses what is deeper, ended or not', () => {
  expect(read(nested(33))).toHaveLength(1);
  expect(() => read(nested(34))).toThrow(tooDeep);
  expect(() => read(`${'['.repeat(33)}1${']'.repeat(33)}`)).toThrow(tooDeep);
  expect(() => read('{"a":'.repeat(34))).toThrow(tooDeep);
});

it('counts no brackets that stand in texts or side by side', () => {
  const brackets = '['.repeat(100);
  for (const value of [brackets, `\\"${brackets}`, `"${brackets}\\`, { [brackets]: `"{` }])
    expect(read(JSON.stringify([value, value]))).toEqual([value, value]);
  const row = Array.from({ length: 100 }, () => [{}]);
  expect(read(JSON.stringify(row))).toEqual(row);
});
