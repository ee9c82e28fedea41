import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { DriveId } from '@skyshelf/contracts';
import { dataFolderPaths } from '@skyshelf/data-folder';
import { BSON, type Document, type MongoClient } from 'mongodb';
import type { Rows } from '../running-shelf.js';

const root = resolve(import.meta.dirname, '../../kept');

export interface KeptFacts {
  /** The time when it was kept: its last event. What is later was made by the product that was started on it. */
  moment: Date;
  tokens: Record<'open' | 'revoked', string>;
  forgotten: DriveId;
}

export interface Expected {
  drives: Record<string, unknown>;
  findings: string[];
  left: Record<string, number>;
}

/** Written by a process for a moment, and by no one asked for after it: no part of what is kept. */
const passing = new Set(['leases', 'holds', 'signInAttempts']);

/** An installation as it was kept once, in files that are never written again. */
export class KeptVersion {
  private constructor(readonly name: string) {}

  static all(): KeptVersion[] {
    if (!existsSync(root)) return [];
    const names = readdirSync(root).filter((name) => /^v\d+$/.test(name));
    return names
      .toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
      .map((name) => new KeptVersion(name));
  }

  static next(): KeptVersion {
    return new KeptVersion(`v${this.all().length + 1}`);
  }

  /** It contains the account whose drive is at rest. */
  get archive(): string {
    return this.file('settled.tar');
  }

  expected(): Expected {
    return JSON.parse(readFileSync(this.file('expected.json'), 'utf8')) as Expected;
  }

  async writeExpected(value: Expected): Promise<void> {
    await writeFile(this.file('expected.json'), `${JSON.stringify(value, null, 1)}\n`);
  }

  async writeArchive(file: string): Promise<void> {
    await cp(file, this.archive);
  }

  async facts(): Promise<KeptFacts> {
    const facts = JSON.parse(await readFile(this.file('facts.json'), 'utf8')) as KeptFacts;
    return { ...facts, moment: new Date(facts.moment) };
  }

  /** @throws Error when it is there: what was kept once is never written again */
  async write(rows: Rows, facts: Omit<KeptFacts, 'moment'>, dataFolder: string): Promise<void> {
    await mkdir(root, { recursive: true });
    await mkdir(this.file(''));
    const moment = new Date(lastTime(rows));
    await writeFile(this.file('facts.json'), `${JSON.stringify({ moment, ...facts }, null, 1)}\n`);
    const lines = Object.entries(rows).flatMap(([collection, documents]) =>
      isPassing(collection)
        ? []
        : documents.map((document) => BSON.EJSON.stringify({ collection, document }, { relaxed: true })),
    );
    // Errors of parked events name the clone's folder.
    const text = lines.join('\n').replaceAll(resolve(root, '../../..'), '/skyshelf');
    await writeFile(this.file('rows.jsonl.gz'), await promisify(gzip)(text, { level: 9 }));
    const { objects, secrets, identity } = dataFolderPaths(dataFolder);
    await cp(objects, this.file('objects'), { recursive: true });
    await cp(secrets, this.file('secrets.json'));
    if (existsSync(identity)) await cp(identity, this.file('identity.json'));
  }

  async rows(): Promise<Rows> {
    const text = String(await promisify(gunzip)(await readFile(this.file('rows.jsonl.gz'))));
    const rows: Rows = {};
    for (const line of text.split('\n')) {
      const { collection, document } = BSON.EJSON.parse(line) as { collection: string; document: Document };
      (rows[collection] ??= []).push(document);
    }
    return rows;
  }

  /** Puts everything where a product finds it that starts on this folder and database. */
  async load(folder: string, mongo: MongoClient): Promise<void> {
    const rows = await this.rows();
    const { moment } = await this.facts();
    for (const [collection, documents] of Object.entries(rows)) {
      const [database = '', name = ''] = collection.split(/\.(.*)/);
      const changed = documents.map((document) =>
        name === 'events'
          ? document
          : (isOfToday(name, document) ? asOfNow(moment) : runOut(moment))(document),
      );
      await mongo.db(database).collection(name).insertMany(changed);
    }
    const paths = dataFolderPaths(folder);
    await cp(this.file('objects'), paths.objects, { recursive: true });
    await cp(this.file('secrets.json'), paths.secrets);
    if (existsSync(this.file('identity.json'))) await cp(this.file('identity.json'), paths.identity);
  }

  private file(name: string): string {
    return join(root, this.name, name);
  }
}

export const isPassing = (collection: string): boolean => passing.has(collection.replace(/^.*\./, ''));

const lastTime = (rows: Rows): number =>
  Math.max(
    ...Object.entries(rows)
      .filter(([collection]) => collection.endsWith('.events'))
      .flatMap(([, documents]) => documents.map(({ at }) => (at as Date).getTime())),
  );

/** Sets expired times to the past, so that a test sees the same on every day. */
const runOut = (kept: Date) => withTimes((time) => (time > kept ? kept : time));

/**
 * Sessions last two weeks, and a database forgets them by itself; an upload that waits for its element is not
 * one that no one ever claimed.
 */
const isOfToday = (collection: string, { announcement }: Document): boolean =>
  collection === 'sessions' || Boolean(announcement);

const asOfNow = (kept: Date) => {
  const later = Date.now() - kept.getTime();
  return withTimes((time) => new Date(time.getTime() + later));
};

function withTimes(change: (time: Date) => Date): (document: Document) => Document {
  const changed = (value: unknown): unknown => {
    if (value instanceof Date) return change(value);
    if (Array.isArray(value)) return value.map(changed);
    if (value === null || typeof value !== 'object' || '_bsontype' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each)]));
  };
  return (document) => changed(document) as Document;
}
