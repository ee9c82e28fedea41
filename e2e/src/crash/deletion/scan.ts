import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { productMode, stackFolderOf, stackSettings, type RunningSkyshelf } from '@skyshelf/testing';
import { BSON } from 'mongodb';
import type { RunningDatabase } from '../../operations/database-of.js';

/** The traces that must not exist any more, by kind. */
export interface Sought {
  drive: string;
  /** Is in each name, address and text. */
  mark: string;
  /** The keys are SHA-256 hashes in hexadecimal. */
  contents: ReadonlySet<string>;
  /** The keys of objects. */
  keys: readonly string[];
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Lists the forms that a text can have within a longer encoded one. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.from(`${'.'.repeat(shift)}${text}`);
    const begin = Math.ceil((shift * 8) / 6);
    const end = Math.floor((whole.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((way) => whole.toString(way).slice(begin, end));
  });

/** Tells of a piece of data what it says. */
function reader({ drive, mark, contents, keys }: Sought): (bytes: Buffer) => string[] {
  const words: Record<string, string[]> = {
    drive: [drive, ...inBase64(drive)],
    mark: [mark, ...inBase64(mark)],
    hash: [...contents].flatMap((hex) => [hex, Buffer.from(hex, 'hex').toString('base64url')]),
    key: [...keys],
  };
  return (bytes) =>
    Object.entries(words).flatMap(([what, those]) =>
      those.some((word) => bytes.includes(word)) ? [what] : [],
    );
}

/** Every document of every database of the installation, names of fields too. */
export async function scanDatabases(database: RunningDatabase, sought: Sought): Promise<string[]> {
  const read = reader(sought);
  const found: string[] = [];
  for (const db of await database.all())
    for (const collection of await db.collections())
      for await (const document of collection.find()) {
        const place = collection.namespace.replace(/^.*skyshelf_/, '');
        found.push(...read(Buffer.from(BSON.serialize(document))).map((what) => `${place}: ${what}`));
      }
  return found;
}

/**
 * Every file that the installation has: objects and what is on its way to become one, mails, logs, folders of
 * tools.
 */
export function scanFiles({ dataFolder }: RunningSkyshelf, sought: Sought): string[] {
  const read = reader(sought);
  return filesOf(dataFolder).flatMap(({ place, path }) => {
    const bytes = unlessGone(() => readFileSync(path));
    if (!bytes) return [];
    const said = read(Buffer.concat([Buffer.from(place), bytes]));
    // Logs tell of drives, and of what became of which bytes: ids that lead nowhere once these are gone.
    const seen = /\.log/.test(place) ? said.filter((what) => what !== 'drive' && what !== 'key') : said;
    const what = sought.contents.has(sha256(bytes)) ? [...seen, 'content'] : seen;
    return what.map((each) => `${place}: ${each}`);
  });
}

/** Each message that is on its way to, or was taken by, a service. */
export const scanMessages = (messages: readonly Buffer[], sought: Sought): number =>
  messages.filter((message) => reader(sought)(message).length > 0).length;

/** The SHA-256 of each file that the object store has under these keys. */
export function contentsOf({ dataFolder }: RunningSkyshelf, keys: readonly string[]): Set<string> {
  const files = filesOf(dataFolder).filter(({ place }) => keys.some((key) => place.includes(key)));
  return new Set(files.map(({ path }) => sha256(readFileSync(path))));
}

interface File {
  place: string;
  path: string;
}

/**
 * The data files of MongoDB are read through it. The stand-ins for people outside (who signs in, who pays)
 * are theirs.
 */
const OTHERS = /^(database\/(?!.*\.log)|identity\.json|payments\.json)/;

function filesOf(dataFolder: string): File[] {
  const here = filesIn(dataFolder).filter(({ place }) => !OTHERS.test(place));
  const tools = readdirSync(tmpdir()).filter((name) => name.startsWith('skyshelf-media-'));
  return [
    ...here.filter(({ place }) => !place.startsWith('stack/')),
    ...tools.flatMap((name) => unlessGone(() => filesIn(join(tmpdir(), name), 'tools')) ?? []),
    ...(productMode() === 'cluster' ? filesOfServers(dataFolder) : []),
  ];
}

/**
 * Lists the files of its S3 store, and the logs of its servers. The data of MongoDB and Kafka are read through them:
 * messages that Kafka has forgotten lie in its files for a minute more.
 */
function filesOfServers(dataFolder: string): File[] {
  const folder = stackFolderOf(dataFolder);
  const { S3_BUCKET: bucket = 'skyshelf' } = stackSettings('cluster', dataFolder);
  return filesIn(folder, 'stack').filter(({ place }) =>
    place.startsWith('stack/s3/')
      ? place.includes(`/${bucket}/`)
      : /\.log/.test(place) && !place.includes('/data/'),
  );
}

/** A tool that ends takes its files along while they are listed and read: what is gone holds nothing. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const filesIn = (folder: string, name = ''): File[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => {
      const path = join(parentPath, file);
      return { path, place: join(name, relative(folder, path)) };
    });
