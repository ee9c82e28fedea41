import { join, resolve } from 'node:path';

/** Claims nothing. */
export function dataFolderPaths(folder: string) {
  const path = resolve(folder);
  return {
    path,
    database: join(path, 'database'),
    objects: join(path, 'objects'),
    secrets: join(path, 'secrets.json'),
    identity: join(path, 'identity.json'),
    payments: join(path, 'payments.json'),
    mails: join(path, 'mails'),
    opsSocket: join(path, 'run', 'ops.sock'),
    companionSocket: join(path, 'run', 'src.sock'),
    storageSocket: join(path, 'run', 'sto.sock'),
    holder: join(path, 'run', 'holder.json'),
  };
}
