import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mongodArguments, runHello, writeKeyFile } from '@skyshelf/host';
import type { ServerPlan } from './server-plan.js';

export interface MongodPlanOptions {
  program(): Promise<string>;
  id: number;
  folder: string;
  port: number;
  clientPort: number;
  memberKey: string;
}

export function mongodPlan({
  program,
  id,
  folder,
  port,
  clientPort,
  memberKey,
}: MongodPlanOptions): ServerPlan {
  return {
    name: `mongod-${id}`,
    folder,
    port,
    clientPort,
    stopTimeoutMs: 10_000,
    prepare: async () => {
      const command = await program();
      const dbPath = join(folder, 'data');
      mkdirSync(dbPath, { recursive: true, mode: 0o700 });
      const keyFile = writeKeyFile(dbPath, memberKey);
      return { command, args: mongodArguments({ dbPath, oplogMB: 990, keyFile }, port) };
    },
    serves: async (at) => {
      const hello = await runHello(at, 2_000);
      return Boolean(hello?.isWritablePrimary || hello?.secondary);
    },
  };
}
