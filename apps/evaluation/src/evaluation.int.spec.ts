import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUri, findMongod, freePort, mongodArguments } from '@skyshelf/host';
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { copyMemberKey, initSingleReplicaSet, startSignIn } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'skyshelf-evaluation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

it('makes a mongod on its own a set that the product’s user can write to, also the second time', async () => {
  const given = file('given-key', 'k'.repeat(88));
  const keyFile = join(folder, 'member-key');
  copyMemberKey(given, keyFile);
  expect(statSync(keyFile).mode & 0o777).toBe(0o400);
  const port = await freePort();
  const found = await findMongod();
  const dbPath = join(folder, 'db');
  mkdirSync(dbPath);
  const mongod = spawn(found?.path ?? 'mongod', mongodArguments({ dbPath, keyFile }, port));
  try {
    const uri = databaseUri([`127.0.0.1:${port}`], 'p@ss word');
    const uriFile = file('uri', uri);
    for (const _ of [1, 2]) await initSingleReplicaSet({ uriFile, keyFile: given, deadlineMs: 30_000 });
    const client = await new MongoClient(uri).connect();
    await client
      .db('shelf')
      .collection('books')
      .insertOne({}, { writeConcern: { w: 'majority' } });
    await client.close();
  } finally {
    const ended = once(mongod, 'exit');
    mongod.kill('SIGKILL');
    await ended;
  }
}, 60_000);

it('asks for a name at the loopback address, and refuses to where others reach the product', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  file('signing-key.pem', String(privateKey.export({ type: 'sec1', format: 'pem' })));
  for (const name of ['client-secret', 'cookie-secret']) file(name, 's'.repeat(48));
  const env = { PUBLIC_URL: 'http://127.0.0.1:8080', SIGN_IN_PORT: '0', SIGN_IN_FOLDER: folder };
  const signIn = await startSignIn(env);
  const discovered = await fetch(`${signIn.issuer}/.well-known/openid-configuration`);
  expect(await discovered.json()).toMatchObject({ issuer: signIn.issuer });
  await signIn.close();
  await expect(startSignIn({ ...env, PUBLIC_URL: 'https://shelf.example.org' })).rejects.toThrow(
    'reachable from others',
  );
  await expect(startSignIn({})).rejects.toThrow('SIGN_IN_PORT: given nothing');
});
