import { describe, expect, it } from 'vitest';
import { cellOfPosition, columnLetters, movedTo } from './cell-position.js';
import { guessSeparator, openTable } from './open-table.js';
import { cellAt, indexCells, type CellIndex } from '@skyshelf/contracts/rules';
import { numberIn, sortRows } from './sort-rows.js';

const rowsOf = (text: string, index: CellIndex): string[][] =>
  Array.from({ length: index.rows.length - 1 }, (_none, row) =>
    Array.from({ length: (index.rows[row + 1] ?? 0) - (index.rows[row] ?? 0) }, (_cell, column) =>
      cellAt(text, index, row, column),
    ),
  );
const opened = (text: string, isCut = false) => {
  const table = openTable({ bytes: new TextEncoder().encode(text), extension: 'csv', isCut });
  return { ...table, cells: rowsOf(table.text, table) };
};

describe('the cells of a table', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\rb\r', [['a'], ['b']]],
    ['"a ""b"", c","d\ne"\n', [['a "b", c', 'd\ne']]],
    [
      ',\n,',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['"open, and\nno end', [['"open, and\nno end']]],
    ['', []],
  ])('of %j', (text, cells) => expect(rowsOf(text, indexCells(text, ','))).toEqual(cells));

  it('are found by a position, and named as in a spreadsheet', () => {
    const index = indexCells('a,b\nccc,d\n', ',');
    expect([0, 2, 5, 8].map((at) => cellOfPosition(index, at))).toEqual([
      { row: 0, column: 0 },
      { row: 0, column: 1 },
      { row: 1, column: 0 },
      { row: 1, column: 1 },
    ]);
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

describe('what is guessed', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n1,7;2,3\n', ';'],
    ['a\tb, c\n1\t2, 3, 4\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['sep=|\na,b\n', '|'],
    ['one\ntwo\n', ','],
  ])('of %j is the separator %j', (text, separator) => expect(guessSeparator(text, 'csv')).toBe(separator));

  it.each([
    ['name,cost\na,1\n', true],
    ['1,2\n3,4\n', false],
    ['a,a\nb,c\n', false],
    ['a,\nb,c\n', false],
    ['a,b\n', false],
  ])('of %j is whether the first row has names: %s', (text, expected) =>
    expect(opened(text).hasHeader).toBe(expected),
  );

  it('is the encoding, and a named separator is no row', () => {
    expect(opened('sep=;\na;b\n').cells).toEqual([['a', 'b']]);
    const latin = Uint8Array.from([0xe9, 0x3b, 0x61, 0x0a, 0x62, 0x3b, 0x63]);
    const table = openTable({ bytes: latin, extension: 'csv', isCut: false });
    expect(rowsOf(table.text, table)).toEqual([
      ['é', 'a'],
      ['b', 'c'],
    ]);
  });

  it('leaves out the last row where the file goes on', () => {
    expect(opened('a,b\n1,2\n3', true).cells).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(Array.from(opened('a,b\nx,2\ny,3\n').isNumeric)).toEqual([0, 1]);
  });
});

it.each([
  ['12', 12],
  ['-1.5', -1.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['9,5', 9.5],
  ['€ 3', 3],
  ['40 %', 40],
  ['1e3', 1000],
  ['', null],
  ['a1', null],
  ['2024-01-02', null],
  ['=1+1', null],
])('the number in %j is %j', (cell, value) => expect(numberIn(cell)).toBe(value));

it.each([
  [false, ['2', '10', 'a2', 'B10', '']],
  [true, ['B10', 'a2', '10', '2', '']],
])('sorts numbers by value, then words, what is empty last; descending: %s', (isDescending, expected) => {
  const text = 'x\n10\n\na2\nB10\n2\n';
  const index = indexCells(text, ',');
  const order = sortRows(text, index, 1, { column: 0, isDescending });
  expect(Array.from(order, (row) => cellAt(text, index, row, 0))).toEqual(expected);
});

it('keys lead through a table', () => {
  const key = (name: string, ctrlKey = false) =>
    movedTo({ key: name, ctrlKey, metaKey: false }, { index: 5, column: 2 }, 10);
  expect(key('ArrowUp')).toEqual({ index: 4, column: 2 });
  expect(key('ArrowLeft', true)).toEqual({ index: 5, column: 0 });
  expect(key('PageDown')).toEqual({ index: 15, column: 2 });
  expect(key('Home', true)).toEqual({ index: 0, column: 0 });
  expect(key('x')).toBeNull();
  expect(movedTo({ key: 'ArrowDown', ctrlKey: false, metaKey: false }, null, 1)).toEqual({
    index: 0,
    column: 0,
  });
});
