import { indexAbove } from '../text/use-find.js';
import { showControlCharacters } from '../text/visible-characters.js';
import { type Runs, tones } from './tones.js';
import css from './code.module.css';

interface Marks {
  matches: readonly number[];
  length: number;
  current: number;
}

interface CodeTextProps {
  text: string;
  from: number;
  to: number;
  runs: Runs | null;
  marks?: Marks | null;
}

interface Piece {
  from: number;
  to: number;
  tone: number;
  mark: 'found' | 'current' | undefined;
}

const markAt = (marks: Marks, at: number): { match: number | null; next: number } => {
  const index = indexAbove(marks.matches, at) - 1;
  const match = marks.matches[index];
  if (match !== undefined && at < match + marks.length) return { match, next: match + marks.length };
  return { match: null, next: marks.matches[index + 1] ?? Infinity };
};

export function piecesOf({ from, to, runs, marks }: Omit<CodeTextProps, 'text'>): Piece[] {
  const pieces: Piece[] = [];
  let run = runs ? indexAbove(runs.ends, from) : 0;
  for (let at = from; at < to;) {
    const runEnd = runs?.ends[run] ?? Infinity;
    const marked = marks && marks.matches.length > 0 ? markAt(marks, at) : { match: null, next: Infinity };
    const end = Math.min(to, runEnd, marked.next);
    const mark = marked.match === null ? undefined : marked.match === marks?.current ? 'current' : 'found';
    pieces.push({ from: at, to: end, tone: runs?.tones[run] ?? 0, mark });
    if (end === runEnd) run += 1;
    at = end;
  }
  return pieces;
}

export const CodeText = ({ text, ...stretch }: CodeTextProps) =>
  piecesOf(stretch).map(({ from, to, tone, mark }) => {
    const words = showControlCharacters(text.slice(from, to));
    return tone === 0 && !mark ? (
      words
    ) : (
      <span key={from} className={css.token} data-tone={tones[tone]} data-mark={mark}>
        {words}
      </span>
    );
  });
