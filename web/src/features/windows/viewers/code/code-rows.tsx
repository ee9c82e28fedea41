import { useMemo, useState } from 'react';
import { type Find, indexAbove } from '../text/use-find.js';
import { useRowInSight, useScrollArea, visibleRows } from '../text/use-scroll-area.js';
import { CodeText } from './code-text.js';
import type { Runs } from './tones.js';
import css from './code.module.css';

interface Rows {
  starts: number[];
  ends: number[];
  /** 0: the line goes on. */
  lines: number[];
  widest: number;
}

/** Browsers draw longer rows slowly. */
const MOST_COLUMNS = 2000;
/** Browsers draw nothing below about 33 million pixels. */
const MOST_ROWS = 1_500_000;
const TAB = 4;

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;

const isSecondHalf = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** East Asian ones and surrogate pairs take two. */
const columnsOf = (code: number, at: number): number => {
  if (code === tab) return TAB - (at % TAB);
  if (isSecondHalf(code)) return 0;
  return code >= 0x2e80 ? 2 : 1;
};

/** Breaks at a space if the row's second half has one. */
export function foldRows(text: string, columns: number): Rows {
  const rows: Rows = { starts: [], ends: [], lines: [], widest: 0 };
  let start = 0;
  let line = 1;
  let column = 0;
  let lastSpace = 0;
  let isFirst = true;
  const endRow = (end: number, next: number): void => {
    rows.starts.push(start);
    rows.ends.push(end);
    rows.lines.push(isFirst ? line : 0);
    rows.widest = Math.max(rows.widest, column);
    start = next;
    column = lastSpace = 0;
  };
  for (let at = 0; at < text.length && rows.starts.length < MOST_ROWS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === newline || code === carriageReturn) {
      const isPair = code === carriageReturn && text.charCodeAt(at + 1) === newline;
      endRow(at, at + (isPair ? 2 : 1));
      if (isPair) at += 1;
      line += 1;
      isFirst = true;
      continue;
    }
    const taken = columnsOf(code, column);
    if (column + taken > columns && at > start && !isSecondHalf(code)) {
      const cut = lastSpace - start > columns / 2 ? lastSpace : at;
      endRow(cut, cut);
      isFirst = false;
      at = cut - 1;
      continue;
    }
    column += taken;
    if (code === space) lastSpace = at + 1;
  }
  if (rows.starts.length < MOST_ROWS) endRow(text.length, text.length);
  return rows;
}

const ROW_PX = 20;
const GUTTER_CH = 4;

interface CodeRowsProps {
  label: string;
  text: string;
  runs: Runs | null;
  wraps: boolean;
  find: Find;
}

const useCharacterPx = () => {
  const [px, setPx] = useState(8);
  const measure = (probe: HTMLElement | null): void => {
    if (probe) setPx(probe.getBoundingClientRect().width / probe.textContent.length);
  };
  return [px, measure] as const;
};

/** All rows have one height: the millionth is found as fast as the first. */
export const CodeRows = ({ label, text, runs, wraps, find }: CodeRowsProps) => {
  const { area, boxRef, watch } = useScrollArea();
  const [characterPx, measure] = useCharacterPx();
  const lines = useMemo(() => lineCount(text), [text]);
  const gutter = Math.max(3, String(lines).length) + GUTTER_CH;
  const room = Math.max(20, Math.floor(area.width / characterPx) - gutter - 2);
  const columns = wraps ? room : MOST_COLUMNS;
  const isMeasured = area.width > 0;
  const rows = useMemo(() => foldRows(isMeasured ? text : '', columns), [isMeasured, text, columns]);
  const { from, to } = visibleRows(area, ROW_PX, rows.starts.length);
  const current = find.matches[find.at] ?? -1;
  useRowInSight(boxRef, current < 0 ? -1 : indexAbove(rows.starts, current) - 1, ROW_PX);
  const marks = { matches: find.matches, length: find.words.length, current };
  return (
    <div ref={watch} className={css.scroll} tabIndex={0} role="region" aria-label={label} data-takes-arrows>
      <span ref={measure} className={css.probe} aria-hidden>
        {'0'.repeat(100)}
      </span>
      <div
        className={css.rows}
        style={{
          height: rows.starts.length * ROW_PX,
          minWidth: wraps ? undefined : `${rows.widest + gutter + 2}ch`,
          ['--gutter' as string]: `${gutter}ch`,
        }}
      >
        <div style={{ transform: `translateY(${from * ROW_PX}px)` }}>
          {rows.starts.slice(from, to).map((start, index) => (
            <div key={from + index} className={css.row} dir="ltr">
              <span className={css.number} data-line={rows.lines[from + index] || '↪'} aria-hidden />
              <CodeText
                text={text}
                from={start}
                to={rows.ends[from + index] ?? start}
                runs={runs}
                marks={marks}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};

const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};
