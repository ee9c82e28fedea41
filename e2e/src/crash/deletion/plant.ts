import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServiceName } from '@skyshelf/contracts';
import { productMode, stackFolderOf, stackSettings, type RunningSkyshelf } from '@skyshelf/testing';
import type { RunningDatabase } from '../../operations/database-of.js';
import { mailOf } from './fill-account.js';
import type { Sought } from './scan.js';

export interface Planted {
  /** What a scan must say. */
  found: string[];
  remove(): Promise<void>;
}

/** Leaves one thing of someone who is gone in each sort of place. */
export async function plant(
  { dataFolder }: RunningSkyshelf,
  database: RunningDatabase,
  { drive, mark, contents }: Sought,
): Promise<Planted> {
  const rows: [ServiceName, string, string, object][] = [
    ['catalog', 'elements', 'mark', { linkname: `${mark}-map` }],
    ['catalog', 'imports', 'mark', { [mark]: 1 }],
    ['storage', 'events', 'drive', { data: { drive } }],
    ['media', 'parked', 'mark', { event: { data: { files: [{ name: `${mark}.csv` }] } } }],
    ['notify', 'jobs', 'drive', { payload: { mail: `closing.${drive}` }, open: false }],
    ['gateway', 'sessions', 'drive', { drive }],
    ['billing', 'settings', 'drive', { custom: Buffer.from(`{"drive":"${drive}"}`).toString('base64url') }],
  ];
  const bytes = [...contents.values()];
  const original = bytes.find((each) => each.includes(mark));
  const thumbnail = bytes.find((each) => !each.includes(mark));
  if (!original || !thumbnail) throw new Error('The account had no file with a thumbnail.');
  const files: [string, string, Buffer | string][] = [
    [objectPlace(dataFolder, 'planted-file'), 'content', original],
    [objectPlace(dataFolder, 'planted-thumbnail'), 'content', thumbnail],
    ['mails/planted.eml', 'mark', `To: ${mailOf(mark)}\r\n\r\n`],
    ['logs/planted.log', 'mark', `{"level":"info","sub":"local|${mark}"}\n`],
  ];
  for (const [service, name, , row] of rows)
    await database.collection(service, name).insertOne({ _id: 'planted', ...row });
  for (const [place, , content] of files) {
    const path = pathOf(dataFolder, place);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return {
    found: [
      ...rows.map(([service, name, what]) => `${service}.${name}: ${what}`),
      ...files.map(([place, what]) => `${place}: ${what}`),
    ],
    remove: async () => {
      for (const [service, name] of rows)
        await database.collection(service, name).deleteOne({ _id: 'planted' });
      for (const [place] of files) rmSync(pathOf(dataFolder, place));
    },
  };
}

const objectPlace = (dataFolder: string, key: string): string =>
  productMode() === 'standalone'
    ? `objects/objects/00/${key}`
    : `stack/s3/data/${stackSettings('cluster', dataFolder).S3_BUCKET ?? 'skyshelf'}/${key}`;

const pathOf = (dataFolder: string, place: string): string =>
  place.startsWith('stack/')
    ? join(stackFolderOf(dataFolder), place.slice('stack/'.length))
    : join(dataFolder, place);
