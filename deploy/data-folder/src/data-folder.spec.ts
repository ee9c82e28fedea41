import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMark } from '@skyshelf/mongod';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimDataFolder } from './data-folder.js';
import { dataFolderPaths } from './data-folder-paths.js';
import { readSecrets } from './secrets.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'skyshelf-data-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

async function otherProcess() {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  return child;
}

describe('the data folder', () => {
  it('refuses a second start and says where the first one answers', async () => {
    const path = folder();
    claimDataFolder(path);
    const other = await otherProcess();
    const holder = { pid: other.pid, started: startMark(other.pid!), url: 'http://127.0.0.1:8080' };
    writeFileSync(dataFolderPaths(path).holder, JSON.stringify(holder));
    expect(() => claimDataFolder(path)).toThrow(
      /already runs on .* at http:\/\/127\.0\.0\.1:8080 \(process \d+\)/,
    );
    other.kill('SIGKILL');
  });

  it('takes over from a process that was killed', async () => {
    const path = folder();
    claimDataFolder(path);
    const other = await otherProcess();
    writeFileSync(
      dataFolderPaths(path).holder,
      JSON.stringify({ pid: other.pid, started: startMark(other.pid!), url: null }),
    );
    other.kill('SIGKILL');
    await once(other, 'exit');
    claimDataFolder(path).announce('http://127.0.0.1:1');
    expect(JSON.parse(readFileSync(dataFolderPaths(path).holder, 'utf8'))).toMatchObject({
      pid: process.pid,
      url: 'http://127.0.0.1:1',
    });
  });

  it('takes over when the dead holder’s id was given to a stranger', async () => {
    const path = folder();
    claimDataFolder(path);
    const stranger = await otherProcess();
    writeFileSync(
      dataFolderPaths(path).holder,
      JSON.stringify({ pid: stranger.pid, started: 'another time', url: null }),
    );
    expect(() => claimDataFolder(path)).not.toThrow();
    stranger.kill('SIGKILL');
  });

  it('is free again after its release', () => {
    const path = folder();
    claimDataFolder(path).release();
    expect(existsSync(dataFolderPaths(path).holder)).toBe(false);
  });
});

describe('the secrets', () => {
  it('are made once and only their owner can read them', async () => {
    const file = join(folder(), 'secrets.json');
    const first = await readSecrets(file);
    expect(await readSecrets(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('are never replaced when the file is damaged', async () => {
    const file = join(folder(), 'secrets.json');
    writeFileSync(file, '{"internalSecret":');
    await expect(readSecrets(file)).rejects.toThrow(/damaged/);
    expect(readFileSync(file, 'utf8')).toBe('{"internalSecret":');
  });
});
