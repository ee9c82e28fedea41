import { describe, expect, it } from 'vitest';
import { ProgressLine } from './main.js';

const drives = (done: number, total: number | null = 4_000) => ({ step: 'drives checked', done, total });

function shown(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const out = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
  return { written, line: new ProgressLine(out, () => now), pass: (ms: number) => (now += ms) };
}

describe('progress', () => {
  it('is one line on a terminal, which is gone when the answer is printed', () => {
    const { written, line } = shown(true);
    line.show(drives(1_200));
    line.show(drives(7, null));
    line.clear();
    line.clear();
    expect(written).toEqual([
      '\rdrives checked: 1,200 of 4,000',
      '\rdrives checked: 7             ',
      `\r${' '.repeat(17)}\r`,
    ]);
  });

  it('is a line every five seconds elsewhere', () => {
    const { written, line, pass } = shown(false);
    line.show(drives(1));
    pass(4_000);
    line.show(drives(2));
    pass(2_000);
    line.show(drives(5_000));
    line.clear();
    expect(written).toEqual(['drives checked: 1 of 4,000\n', 'drives checked: 5,000 of 5,000\n']);
  });

  it('remembers how to go on', () => {
    const { line } = shown(false);
    line.show({ ...drives(1), resume: '--after catalog/d1' });
    line.show(drives(2));
    expect(line.resume).toBe('--after catalog/d1');
  });
});
