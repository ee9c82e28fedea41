import { cellAt, indexCells } from '@skyshelf/contracts/rules';

export type ExcerptForm = 'prose' | 'code' | 'table';

const WIDTH = 480;
const HEIGHT = 360;
const MARGIN = 24;
const LINES = 7;
const COLUMNS = 19;
const LINE_HEIGHT = 46;
/** Letters are 9 pixels high on a tile 116 pixels wide. */
const FONT_SIZE = 37;
const ROWS = 6;
const CELLS = 3;
const ROW_HEIGHT = 60;
const CELL_CHARACTERS = 16;
const CELL_FONT = 33;
const PAPER = '#fdfdfb';
const INK = '#2b3a42';
const RULE = '#d7e0e4';
const HEAD = '#e3f4f7';
const SEPARATORS = [',', ';', '\t', '|'];

/** XML does not allow these characters, or they turn the text's direction. */
const UNDRAWABLE =
  /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const cut = (line: string, most: number): string => [...line.slice(0, most * 2)].slice(0, most).join('');

const escaped = (line: string): string => line.replace(/[&<>"]/g, (each) => entities[each] ?? '');

interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  family: 'monospace' | 'sans-serif';
  isBold: boolean;
}

/** Only the font knows how wide characters are. */
const drawText = (line: string, { x, y, width, height, size, family, isBold }: TextBox): string =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}"><text xml:space="preserve" y="${Math.round(height * 0.72)}" font-size="${size}"` +
  ` font-family="${family}" fill="${INK}"${isBold ? ' font-weight="bold"' : ''}>${escaped(line)}</text></svg>`;

function wrapped(lines: readonly string[]): string[] {
  const all: string[] = [];
  for (const line of lines) {
    let rest = cut(line, LINES * COLUMNS);
    while (rest.length > COLUMNS && all.length < LINES) {
      const space = rest.lastIndexOf(' ', COLUMNS);
      const end = space > 0 ? space : COLUMNS;
      all.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    all.push(rest);
    if (all.length >= LINES) break;
  }
  return all.slice(0, LINES);
}

function drawLines(text: string, form: ExcerptForm): string {
  const lines = text.split(/\r\n|\r|\n/, LINES * 4).map((line) => line.replaceAll('\t', '  ').trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const shown = lines.slice(first).map((line) => (form === 'prose' ? line : cut(line, COLUMNS)));
  return (form === 'prose' ? wrapped(shown) : shown.slice(0, LINES))
    .map((line, index) =>
      drawText(line, {
        x: MARGIN,
        y: MARGIN - 4 + index * LINE_HEIGHT,
        width: WIDTH - MARGIN,
        height: LINE_HEIGHT,
        size: FONT_SIZE,
        family: 'monospace',
        isBold: form === 'prose' && /^#{1,6} /.test(line),
      }),
    )
    .join('');
}

function drawTable(text: string): string {
  const tables = SEPARATORS.map((separator) => indexCells(text, separator, ROWS));
  const cellsOf = ({ rows }: (typeof tables)[number]): number => (rows[1] ?? 0) - (rows[0] ?? 0);
  const index = tables.reduce((best, each) => (cellsOf(each) > cellsOf(best) ? each : best));
  const columns = Math.min(CELLS, Math.max(1, index.columns));
  const across = WIDTH / columns;
  const rows = Math.min(ROWS, index.rows.length - 1);
  const parts = [`<rect width="${WIDTH}" height="${ROW_HEIGHT}" fill="${HEAD}"/>`];
  for (let row = 1; row <= rows; row += 1)
    parts.push(`<rect y="${row * ROW_HEIGHT - 1}" width="${WIDTH}" height="2" fill="${RULE}"/>`);
  for (let column = 1; column < columns; column += 1)
    parts.push(`<rect x="${column * across - 1}" width="2" height="${rows * ROW_HEIGHT}" fill="${RULE}"/>`);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const cell = cut(cellAt(text, index, row, column), CELL_CHARACTERS).replaceAll(/\s/g, ' ');
      const box = { x: column * across + 14, y: row * ROW_HEIGHT, width: across - 16, height: ROW_HEIGHT };
      parts.push(drawText(cell, { ...box, size: CELL_FONT, family: 'sans-serif', isBold: row === 0 }));
    }
  return parts.join('');
}

/**
 * Nothing of the text is markup.
 * @returns null: nothing to see
 */
export function drawExcerpt(text: string, form: ExcerptForm): string | null {
  const clean = text.replace(UNDRAWABLE, '');
  if (clean.trim() === '') return null;
  const drawn = form === 'table' ? drawTable(clean) : drawLines(clean, form);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>${drawn}</svg>`
  );
}
