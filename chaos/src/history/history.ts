import { closeSync, openSync, writeSync } from 'node:fs';
import type { HistoryRecord } from './records.js';

type Timeless<R> = R extends { at: number } ? Omit<R, 'at'> : R;

/** The file that a run writes its history to: only ever appended to, each line at once. */
export interface History {
  /** Milliseconds since the run began. */
  now(): number;
  /** Writes a record down with the present time. */
  add(record: Timeless<HistoryRecord>): void;
  /** A number for a new intention. */
  nextNumber(): number;
  /** Intentions that were acknowledged so far. */
  acknowledged(): number;
  /** Writes the added records to the file. */
  flush(): void;
  close(): void;
}

/** @throws Error when the file is there already */
export function openHistory(path: string): History {
  const file = openSync(path, 'ax');
  const began = performance.now();
  let lines: string[] = [];
  let number = 0;
  let acknowledged = 0;
  const now = () => Math.round(performance.now() - began);
  const flush = () => {
    if (lines.length > 0) writeSync(file, lines.join(''));
    lines = [];
  };
  const timer = setInterval(flush, 100);
  timer.unref();
  return {
    now,
    add: (record) => {
      if (record.t === 'end' && record.outcome === 'ok') acknowledged += 1;
      lines.push(`${JSON.stringify({ ...record, at: now() })}\n`);
    },
    nextNumber: () => (number += 1),
    acknowledged: () => acknowledged,
    flush,
    close: () => {
      clearInterval(timer);
      flush();
      closeSync(file);
    },
  };
}
