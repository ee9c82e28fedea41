import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@skyshelf/config';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { listenSettings, type OnStop, runOnDataFolder } from './run-on-data-folder.js';

function configOf(): Parameters<typeof runOnDataFolder>[0] {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-on-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return loadConfig(z.object(listenSettings), { SKYSHELF_DATA: folder, PORT: '8123' }, { service: 'test' });
}

it('closes what was opened in turn, once, and frees the folder last', async () => {
  const config = configOf();
  const closed: string[] = [];
  const open = async (_: unknown, onStop: OnStop) => {
    onStop(() => void closed.push('database'));
    onStop(async () => void closed.push('door'));
    return 'all';
  };
  const { url, opened, stop } = await runOnDataFolder(config, open);
  expect([url, opened]).toEqual(['http://127.0.0.1:8123', 'all']);
  await expect(runOnDataFolder(config, open)).rejects.toThrow(`at ${url} (process ${process.pid})`);
  await Promise.all([stop(), stop()]);
  expect(closed).toEqual(['door', 'database']);
  await (await runOnDataFolder(config, open)).stop();
});

it('closes what was opened and frees the folder when the rest cannot be', async () => {
  const config = configOf();
  const closed: string[] = [];
  const failing = runOnDataFolder(config, async (_, onStop) => {
    onStop(() => void closed.push('database'));
    throw new Error('no door');
  });
  await expect(failing).rejects.toThrow('no door');
  expect(closed).toEqual(['database']);
  await (await runOnDataFolder(config, async () => null)).stop();
});
