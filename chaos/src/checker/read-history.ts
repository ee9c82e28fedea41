import { readFileSync } from 'node:fs';
import type { HistoryRecord } from '../history/records.js';

/** All records of a history, in the order in which they happened. A last line that was cut off is left out. */
export function readHistory(path: string): HistoryRecord[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as HistoryRecord);
}

type Kind = HistoryRecord['t'];

/** The records of one kind. */
export const recordsOf = <K extends Kind>(
  history: readonly HistoryRecord[],
  kind: K,
): Extract<HistoryRecord, { t: K }>[] =>
  history.filter((record): record is Extract<HistoryRecord, { t: K }> => record.t === kind);
