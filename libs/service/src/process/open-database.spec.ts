import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './open-database.js';

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
