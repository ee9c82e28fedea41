import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Empty when there is none. */
export function logTail(path: string, lines = 12): string {
  const bytes = Math.max(4_096, lines * 400);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, bytes));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(file);
  }
}

/** Lines about errors: what follows one may be long. */
export function lastErrors(path: string, lines = 3): string {
  const found = logTail(path, 400)
    .split('\n')
    .filter((line) => /\b(ERROR|FATAL)\b|Exception/.test(line));
  return found.slice(-lines).join('\n');
}
