import { describe, expect, it } from 'vitest';
import { piecesOf } from './code-text.js';
import { foldRows } from './code-rows.js';
import { languageNamed, languageOf } from './languages.js';
import { tokenRuns } from './token-runs.js';
import { tones } from './tones.js';

const folded = (text: string, columns: number) => {
  const { starts, ends, lines } = foldRows(text, columns);
  return starts.map((start, row) => `${lines[row]}:${text.slice(start, ends[row])}`);
};

describe('rows of a text', () => {
  it.each([
    ['a\nb', 9, ['1:a', '2:b']],
    ['a\r\nb\rc\n', 9, ['1:a', '2:b', '3:c', '4:']],
    ['abcdef', 4, ['1:abcd', '0:ef']],
    ['one two six', 8, ['1:one two ', '0:six']],
    ['\ta', 4, ['1:\t', '0:a']],
    ['漢漢漢', 4, ['1:漢漢', '0:漢']],
    ['😀😀😀', 5, ['1:😀😀', '0:😀']],
    ['', 4, ['1:']],
  ])('of %j in %i columns', (text, columns, rows) => expect(folded(text, columns)).toEqual(rows));
});

it('code is in the tones of its language, all of it', () => {
  const { ends, tones: found } = tokenRuns('typescript', 'const a = "b"; // c');
  expect(ends.at(-1)).toBe(19);
  expect(Array.from(found, (tone) => tones[tone])).toEqual([
    'keyword',
    'plain',
    'string',
    'plain',
    'comment',
  ]);
});

it('is cut where a tone changes and where something is found', () => {
  const runs = { ends: Uint32Array.of(3, 8), tones: Uint8Array.of(1, 0) };
  const marks = { matches: [2, 6], length: 2, current: 6 };
  expect(piecesOf({ from: 1, to: 8, runs, marks }).map(({ to, tone, mark }) => [to, tone, mark])).toEqual([
    [2, 1, undefined],
    [3, 1, 'found'],
    [4, 0, 'found'],
    [6, 0, undefined],
    [8, 0, 'current'],
  ]);
});

it('has languages by extension, and by the words of a block of code', () => {
  expect([languageOf('py')?.label, languageOf('zzz'), languageOf(null)]).toEqual(['Python', null, null]);
  expect([languageNamed('js title="a"')?.name, languageNamed('Rust')?.name, languageNamed('')]).toEqual([
    'javascript',
    'rust',
    null,
  ]);
});
