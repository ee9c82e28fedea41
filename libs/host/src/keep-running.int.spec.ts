import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { keepMongodRunning } from './keep-running.js';

it('brings a killed server back, so that a client only waits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-mongod-'));
  const restarted = Promise.withResolvers<number>();
  const server = await keepMongodRunning(
    { dbPath: folder },
    { onRestart: restarted.resolve, onGiveUp: restarted.reject },
  );
  const client = new MongoClient(server.uri);
  try {
    await server.writable;
    const books = client.db('shelf').collection('books');
    await books.insertOne({ title: 'before' });
    const firstPid = server.pid();
    process.kill(firstPid, 'SIGKILL');
    expect(await restarted.promise).not.toBe(firstPid);
    await books.insertOne({ title: 'after' });
    expect(await books.countDocuments()).toBe(2);
  } finally {
    await client.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
