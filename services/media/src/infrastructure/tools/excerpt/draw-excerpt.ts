import { cellAt, indexCells } from '@skyshelf/contracts/rules';

/** What the beginning of a text is drawn as. */
export type ExcerptForm = 'prose' | 'code' | 'table';

const [WIDTH, HEIGHT, MARGIN] = [480, 360, 24];
/** A tile is 116 pixels wide: letters are 9 pixels high there. */
const [LINES, COLUMNS, LINE_HEIGHT, FONT_SIZE] = [7, 19, 46, 37];
const [ROWS, CELLS, ROW_HEIGHT, CELL_CHARACTERS, CELL_FONT] = [6, 3, 60, 16, 33];
const [PAPER, INK, RULE, HEAD] = ['#fdfdfb', '#2b3a42', '#d7e0e4', '#e3f4f7'];
const SEPARATORS = [',', ';', '\t', '|'];

/** What XML may not hold, and what would turn the direction of what follows. */
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

/** One line of text, cut off where its box ends: how wide characters are is known to the font alone. */
const drawText = (line: string, { x, y, width, height, size, family, isBold }: TextBox): string =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}"><text xml:space="preserve" y="${Math.round(height * 0.72)}" font-size="${size}"` +
  ` font-family="${family}" fill="${INK}"${isBold ? ' font-weight="bold"' : ''}>${escaped(line)}</text></svg>`;

/** The lines of prose, broken between words. */
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
        ...{ x: MARGIN, y: MARGIN - 4 + index * LINE_HEIGHT, width: WIDTH - MARGIN, height: LINE_HEIGHT },
        ...{ size: FONT_SIZE, family: 'monospace', isBold: form === 'prose' && /^#{1,6} /.test(line) },
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
 * The beginning of a text as an SVG, large enough to read a few lines on a tile. Nothing of the text is markup in it.
 * @returns null when there is nothing to see
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
