import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@skyshelf/testing';
import { createLogger } from '@skyshelf/telemetry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { superviseCompanion, type SupervisedCompanion } from './supervise-companion.js';

let folder: string;
let kept: SupervisedCompanion | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keep-companion-'));
});
afterEach(async () => {
  await kept?.stop();
  rmSync(folder, { recursive: true });
});

/** A process that notes each start, and does then what `program` says. */
function keep(program: string): { starts(): number } {
  const main = join(folder, 'main.mjs');
  const notes = join(folder, 'notes');
  writeFileSync(
    main,
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(notes)}, '.');
     const starts = readFileSync(${JSON.stringify(notes)}).length;
     process.on('disconnect', () => process.exit());
     ${program}`,
  );
  const logger = createLogger({ service: 'test', level: 'silent' });
  kept = superviseCompanion({ env: process.env, logFile: join(folder, 'log'), logger, main });
  return { starts: () => (existsSync(notes) ? readFileSync(notes).length : 0) };
}

it('lets the first call wait until it is ready, though its first start has failed', async () => {
  const go = join(folder, 'go');
  const { starts } = keep(
    `if (starts === 1) process.exit(1);
     setInterval(() => existsSync(${JSON.stringify(go)}) && process.send('ready'), 10);`,
  );
  let isReady = false;
  const woken = kept?.wake().then(() => (isReady = true));
  await eventually(() => starts() === 2);
  expect(isReady).toBe(false);
  writeFileSync(go, '');
  await woken;
  expect(kept?.pid()).not.toBeNull();
});

it('lets a call wait while it is started again', async () => {
  const { starts } = keep(`process.send('ready'); setInterval(() => undefined, 1000);`);
  await kept?.wake();
  process.kill(kept?.pid() ?? 0, 'SIGKILL');
  await eventually(() => kept?.pid() === null);
  await kept?.wake();
  expect([starts(), kept?.pid()]).toEqual([2, expect.any(Number)]);
});

it('lets no call wait for what does not start', async () => {
  const { starts } = keep('process.exit(1);');
  await kept?.wake();
  expect(starts()).toBe(3);
  await kept?.wake();
});
