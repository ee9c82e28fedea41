import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLogFile } from './log-file.js';

it('keeps what was written also when it is closed at once, as by a start that fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'logs', 'skyshelf.log');
  const log = openLogFile(file);
  log.write('{"level":"info","msg":"begun"}\n');
  log.end();
  expect(readFileSync(file, 'utf8')).toBe('{"level":"info","msg":"begun"}\n');
  openLogFile(file).end();
});
