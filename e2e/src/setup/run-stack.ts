import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, productMode } from '@skyshelf/testing';
import { startStack, type StackServer } from '@skyshelf/stack';
import { stackFolderName } from './leftovers.js';

const LOOK_EVERY_MS = 100;

/**
 * For a run in cluster mode: one member each of MongoDB, Kafka and the S3 store, for all installations of the
 * run, which keep apart by their names. A server that a test kills is started again, as a service manager
 * would. With STACK_FOLDER given, that running stack is used.
 */
export async function runStack(): Promise<() => Promise<void>> {
  if (productMode() !== 'cluster' || process.env.STACK_FOLDER || process.env.SKYSHELF_E2E_RUNNING)
    return async () => {};
  const folder = mkdtempSync(join(tmpdir(), stackFolderName()));
  const stack = await startStack({
    folder,
    mongod: 1,
    kafka: 1,
    s3: 'versitygw',
    progress: (line) => console.log(line),
  });
  process.env.STACK_FOLDER = folder;
  const stopKeeping = keepUp(stack.servers);
  return async () => {
    await stopKeeping();
    await stack.wipe();
  };
}

function keepUp(servers: readonly StackServer[]): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    for (const server of servers) {
      if (!isAlive(server.pid())) await server.start();
    }
  };
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => console.error('A server of the stack does not start again:', error));
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
