import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { loadConfig, setting, withValues } from './index.js';

const schema = z.object({
  user: setting('KAFKA_USERNAME', z.string().optional(), { doc: 'Who.' }),
  password: setting('KAFKA_PASSWORD', z.string().min(3).optional(), { doc: 'The password.', secret: true }),
  accessKey: setting('S3_ACCESS_KEY', z.string().optional(), { doc: 'Who we are.', secret: true }),
});

let folder: string;
let warnings: string[];
const warned = (warning: string | Error): void => void warnings.push(String(warning));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyshelf-secrets-'));
  warnings = [];
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(process, 'emitWarning').mockImplementation(warned);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const load = (env: Record<string, string>) => loadConfig(schema, env, { service: 'media' });
/** Mounts like a Kubernetes Secret: a link that is exchanged in one step. */
function mounted(version: string, files: Record<string, string>): Record<string, string> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${version}-${name}`), text);
  return Object.fromEntries(
    Object.keys(files).map((name) => {
      symlinkSync(`${version}-${name}`, join(folder, `${name}.new`));
      renameSync(join(folder, `${name}.new`), join(folder, name));
      return [`${name}_FILE`, join(folder, name)];
    }),
  );
}
const wait = () => vi.advanceTimersByTime(1_001);

it('a secret may stand in a file, without the end of its line, and is read again when it changes', () => {
  const config = load(mounted('one', { KAFKA_PASSWORD: 'first\n', S3_ACCESS_KEY: 'key-1' }));
  expect({ ...config }).toEqual({ user: undefined, password: 'first', accessKey: 'key-1' });
  mounted('two', { KAFKA_PASSWORD: 'second', S3_ACCESS_KEY: 'key-2' });
  expect(config.password).toBe('first');
  wait();
  expect([config.password, config.accessKey]).toEqual(['second', 'key-2']);
  const other = withValues(config, { user: 'bob' });
  mounted('three', { KAFKA_PASSWORD: 'third' });
  wait();
  expect([other.user, other.password, config.user]).toEqual(['bob', 'third', undefined]);
});

it('keeps what it knows while the file is gone, empty or wrong, and says so once without the secret', () => {
  const config = load(mounted('one', { KAFKA_PASSWORD: 'first' }));
  mounted('two', { KAFKA_PASSWORD: 'hm' });
  for (let look = 0; look < 2; look += 1) {
    wait();
    expect(config.password).toBe('first');
  }
  rmSync(join(folder, 'KAFKA_PASSWORD'));
  wait();
  expect(config.password).toBe('first');
  expect(warnings).toEqual([
    `KAFKA_PASSWORD_FILE: what ${join(folder, 'KAFKA_PASSWORD')} holds now is not allowed: what is known stays`,
    `KAFKA_PASSWORD_FILE: ${join(folder, 'KAFKA_PASSWORD')} can't be read (ENOENT): what is known stays`,
  ]);
  expect(warnings.join()).not.toContain('hm,');
});

it('stops the start when both are given, or the file is missing, empty or holds what is not allowed', () => {
  const file = mounted('one', { KAFKA_PASSWORD: 'long enough' });
  expect(() => load({ ...file, KAFKA_PASSWORD: 'x' })).toThrow(
    'KAFKA_PASSWORD, KAFKA_PASSWORD_FILE: both are given',
  );
  expect(() => load({ KAFKA_PASSWORD_FILE: '/nowhere/password' })).toThrow(
    `KAFKA_PASSWORD_FILE: given "/nowhere/password", which can't be read (ENOENT). The password.`,
  );
  expect(() => load(mounted('two', { KAFKA_PASSWORD: ' \n' }))).toThrow('which is empty');
  expect(() => load(mounted('three', { KAFKA_PASSWORD: 'hm' }))).toThrow(
    'KAFKA_PASSWORD_FILE: given a secret of 2 characters, allowed is text of at least 3 characters',
  );
});

it('is for secrets alone', () => {
  expect(load({ KAFKA_USERNAME_FILE: '/nowhere' }).user).toBeUndefined();
});
