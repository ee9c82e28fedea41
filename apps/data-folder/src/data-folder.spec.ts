import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { identityOf } from '@skyshelf/host';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DataFolderError } from './data-folder-error.js';
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
    const first = claimDataFolder(path);
    expect(() => claimDataFolder(path)).toThrow(/already runs on .*[^ ] \(process \d+\)/);
    first.announce('http://127.0.0.1:8080');
    expect(() => claimDataFolder(path)).toThrow(
      `already runs on ${path} at http://127.0.0.1:8080 (process ${process.pid}). Stop that one first`,
    );
  });

  it('takes over from a process that was killed, and from its socket', async () => {
    const path = folder();
    const { holder, opsSocket } = dataFolderPaths(path);
    claimDataFolder(path).release();
    const other = await otherProcess();
    writeFileSync(holder, JSON.stringify({ ...identityOf(other.pid ?? 0), url: null }));
    expect(() => claimDataFolder(path)).toThrow(`(process ${other.pid})`);
    writeFileSync(opsSocket, '');
    other.kill('SIGKILL');
    await once(other, 'exit');
    claimDataFolder(path).announce('http://127.0.0.1:1');
    expect(JSON.parse(readFileSync(holder, 'utf8'))).toMatchObject({
      pid: process.pid,
      note: 'http://127.0.0.1:1',
    });
    expect(existsSync(opsSocket)).toBe(false);
  });

  it('is its owner’s alone, and free again after its release', () => {
    const path = folder();
    const { holder } = dataFolderPaths(path);
    const { release } = claimDataFolder(path);
    expect(statSync(dirname(holder)).mode & 0o777).toBe(0o700);
    release();
    expect(existsSync(holder)).toBe(false);
  });
});

describe('a data folder that cannot be used', () => {
  const refusalOf = (path: string): string => {
    try {
      claimDataFolder(path).release();
    } catch (error) {
      expect(error).toBeInstanceOf(DataFolderError);
      return (error as Error).message;
    }
    return 'none';
  };

  it('has a file in its way', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'data')])
      expect(refusalOf(path)).toBe(
        `The data folder ${path} can't be made: ${file} is not a folder. Remove that, or set SKYSHELF_DATA to another folder.`,
      );
  });

  it.runIf(process.platform === 'linux')('lies where the system takes none', () => {
    expect(refusalOf('/proc/skyshelf/data')).toBe(
      "The data folder /proc/skyshelf/data can't be made: the system takes no folder there (ENOENT). Choose a place on a disk, or set SKYSHELF_DATA to another folder.",
    );
  });

  it('is on a read-only disk', ({ skip }) => {
    const disk = folder();
    mount(disk, 'ro', skip);
    expect(refusalOf(disk)).toContain("can't be written to: its disk is read-only (EROFS). Make the disk");
    expect(refusalOf(join(disk, 'data'))).toContain("can't be made: its disk is read-only (EROFS)");
  });

  it('is on a disk that is nearly full', ({ skip }) => {
    const disk = folder();
    mount(disk, 'size=100m', skip);
    expect(refusalOf(disk)).toContain('100 MB left, 512 MB are needed.');
    writeFileSync(dataFolderPaths(disk).secrets, '{}');
    expect(refusalOf(disk)).toBe('none');
    writeFileSync(join(disk, 'much'), Buffer.alloc(50 * 1024 * 1024));
    expect(refusalOf(disk)).toMatch(
      /has no room: its disk has \d\d MB left, 64 MB are needed\. Free some space, or/,
    );
  });
});

/** Puts a small disk at a folder for the rest of the test; skips the test where this user can't. */
function mount(path: string, options: string, skip: (why: string) => void): void {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  if (status !== 0) skip('this user can mount nothing');
  else onTestFinished(() => void spawnSync('umount', [path]));
}

describe('the secrets', () => {
  it('are made once and only their owner can read them', async () => {
    const file = join(folder(), 'secrets.json');
    const first = await readSecrets(file);
    expect(await readSecrets(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('are never replaced when the file is damaged', async () => {
    const file = join(folder(), 'secrets.json');
    writeFileSync(file, '{"internalKeys":');
    await expect(readSecrets(file)).rejects.toThrow(/damaged/);
    expect(readFileSync(file, 'utf8')).toBe('{"internalKeys":');
  });
});
