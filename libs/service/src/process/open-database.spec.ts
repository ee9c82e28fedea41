import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '@skyshelf/telemetry';
import { connectWithRetries, openDatabase } from './open-database.js';

it('an authority for MongoDB has to be there, and needs an encrypted connection', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-ca-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mongodbCaFile = join(folder, 'ca.pem');
  const plain = { mongodbUri: 'mongodb://db.example', mongodbCaFile };
  expect(() => openDatabase('catalog', plain)).toThrow(
    `MONGODB_CA_FILE: given "${mongodbCaFile}", which can't be read (ENOENT).`,
  );
  writeFileSync(mongodbCaFile, '-----BEGIN CERTIFICATE-----');
  expect(() => openDatabase('catalog', plain)).toThrow(
    'MONGODB_URI: says no tls=true, though MONGODB_CA_FILE is given.',
  );
  const { tls, tlsCAFile } = openDatabase('catalog', {
    mongodbCaFile,
    mongodbUri: 'mongodb://db.example/?tls=true',
  }).options;
  expect([tls, tlsCAFile]).toEqual([true, mongodbCaFile]);
});

const logger = createLogger({ service: 'test', level: 'silent' });

it('waits for a server that comes later only where it is said that it may', async () => {
  const warn = vi.spyOn(logger, 'warn');
  let failures = 3;
  const connect = vi.fn(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('Authentication failed.');
    return undefined as never;
  });
  await connectWithRetries(connect, { waits: true, logger, againMs: 1 });
  expect([connect.mock.calls.length, warn.mock.calls.length]).toEqual([4, 1]);
  failures = 1;
  await expect(connectWithRetries(connect, { waits: false, logger })).rejects.toThrow(
    'Authentication failed.',
  );
});
