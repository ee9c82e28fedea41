import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '@skyshelf/stack';
import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';

/** Measures on a cluster with servers of its own, whose users have much room; all of it goes at the end. */
export async function onCluster<T>(
  measure: (cluster: { skyshelf: LaunchedSkyshelf; stack: Stack; folder: string }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-'));
  const STACK_FOLDER = join(folder, 'stack');
  const stack = await startStack({ folder: STACK_FOLDER, mongod: 1, kafka: 1, s3: 'versitygw' });
  const env = { STACK_FOLDER, BILLING_OPENING_PLAN: 'Professional', RATE_UNLIMITED: '127.0.0.1,::1' };
  const skyshelf = await launchSkyshelf({ mode: 'cluster', env });
  try {
    return await measure({ skyshelf, stack, folder });
  } finally {
    await skyshelf.dispose();
    await stack.wipe();
    rmSync(folder, { recursive: true, force: true });
  }
}
