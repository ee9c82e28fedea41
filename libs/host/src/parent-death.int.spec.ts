import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isAlive } from '../lock/process-identity.mjs';

/** Runs the sources as they are: Node strips the types, this hook finds x.ts for x.js. */
const parent = (dbPath: string) => `
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => next(context.parentURL?.endsWith('.ts') ? name.replace(/^(\\.\\/.*)\\.js$/, '$1.ts') : name, context) });
  const { startMongod } = await import(${JSON.stringify(join(import.meta.dirname, 'start-mongod.ts'))});
  const server = await startMongod({ dbPath: ${JSON.stringify(dbPath)} });
  process.stdout.write(String(server.pid));
  setInterval(() => {}, 1000);
`;

it('stops with its parent, even when that one is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-mongod-'));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', parent(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    expect(isAlive(Number(pid))).toBe(true);
    child.kill('SIGKILL');
    while (isAlive(Number(pid))) await pause(20);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
