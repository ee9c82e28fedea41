import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@skyshelf/config';
import { expect, it, onTestFinished } from 'vitest';
import { objectStoreConfig } from './object-store.config.js';
import { s3Access } from './open-object-store.js';

const open = (env: Record<string, string>, endpoint = 'https://s3.example') =>
  s3Access(loadConfig(objectStoreConfig, env, { service: 'storage' }), endpoint, 'storage');

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-s3-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), text);
  return join(folder, 'file');
}

it.each([
  [{}, 'S3_ACCESS_KEY, S3_SECRET_KEY: not given, nor AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE.'],
  [{ S3_ACCESS_KEY: 'a' }, 'S3_SECRET_KEY: not given, though S3_ACCESS_KEY is.'],
  [{ S3_SECRET_KEY: 'b' }, 'S3_ACCESS_KEY: not given, though S3_SECRET_KEY is.'],
  [{ AWS_ROLE_ARN: 'arn' }, 'AWS_WEB_IDENTITY_TOKEN_FILE: not given, though AWS_ROLE_ARN is.'],
  [{ AWS_WEB_IDENTITY_TOKEN_FILE: '/t' }, 'AWS_ROLE_ARN: not given, though AWS_WEB_IDENTITY_TOKEN_FILE is.'],
  [
    { AWS_ROLE_ARN: 'arn', AWS_WEB_IDENTITY_TOKEN_FILE: '/nowhere/token' },
    `AWS_WEB_IDENTITY_TOKEN_FILE: given "/nowhere/token", which can't be read (ENOENT).`,
  ],
  [
    {
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
      AWS_ROLE_ARN: 'x',
      AWS_WEB_IDENTITY_TOKEN_FILE: '/t',
    },
    'S3_ACCESS_KEY, AWS_ROLE_ARN: both are given.',
  ],
  [{ S3_CA_FILE: '/nowhere/ca' }, `S3_CA_FILE: given "/nowhere/ca", which can't be read (ENOENT).`],
])('half of a way to show who asks stops the start, by the name of what is missing: %j', (env, words) => {
  expect(() => open(env)).toThrow(words);
});

it('an authority is for https alone, and has to be one', () => {
  const keys = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
  expect(() => open({ ...keys, S3_CA_FILE: '/ca' }, 'http://s3.example')).toThrow(
    'S3_ENDPOINT: is not https, though S3_CA_FILE is given.',
  );
  expect(() => open({ ...keys, S3_CA_FILE: fileWith('no certificate') })).toThrow(
    'holds no certificate (PEM)',
  );
});

it('keys are asked for each time, so that those in files can change', async () => {
  const { credentials } = open({ S3_ACCESS_KEY: 'a', S3_SECRET_KEY_FILE: fileWith('b\n') });
  expect(await credentials()).toEqual({ accessKey: 'a', secretKey: 'b' });
});
