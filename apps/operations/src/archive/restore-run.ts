import { DomainError, problemList, type DriveId } from '@skyshelf/contracts';
import { placeCursor, removeCursors } from '@skyshelf/event-bus';
import { archivedRecord, removeRestored, restoreDrive, type EventRecord } from '@skyshelf/event-store';
import { BSON } from 'mongodb';
import type { z } from 'zod';
import { lookAtNamed } from '../fsck/checks/blobs.js';
import type { Installation } from '../installation.js';
import { ProgressTeller } from '../progress-teller.js';
import type { Caller } from '../report.js';
import { streamServices, type StreamService } from '../services.js';
import { entryNames, opening, reference, type ArchivedBlob } from './archive-format.js';
import { blobsOf, entriesOf, isBlobRecord, linePages, parsed, type ArchiveEntry } from './archive-reader.js';
import type { ArchiveContent } from './verify-archive.js';

/** Who has passed whose events, when the effects of those are restored. */
const passed = [
  { consumer: 'catalog', source: 'billing' },
  { consumer: 'storage', source: 'catalog' },
  { consumer: 'media', source: 'catalog' },
] as const;

/** The steps by which a drive comes back, before anybody can sign in to it. */
export class RestoreRun {
  private readonly teller: ProgressTeller;
  private readonly drive: DriveId;

  constructor(
    private readonly installation: Installation,
    private readonly file: string,
    private readonly content: ArchiveContent,
    private readonly caller: Caller,
  ) {
    this.teller = new ProgressTeller(caller, installation.now);
    this.drive = content.manifest.account.drive;
  }

  /** @throws what went wrong; then `takeBack` removes what was written */
  async everything(): Promise<void> {
    for (const service of ['billing', 'catalog'] as const) await this.stream(service);
    await this.bytes();
    await this.beside();
    for (const { consumer, source } of passed) {
      const { version } = this.content.manifest[source];
      const place = { consumer, source, drive: this.drive, version };
      await placeCursor(this.installation.db(consumer), place, this.installation.now);
    }
    await this.check();
  }

  private async stream(service: StreamService): Promise<void> {
    const { version, settings } = this.content.manifest[service];
    if (version === 0) return;
    const { db, peers } = this.installation;
    const stream = { drive: this.drive, version, settings, records: this.records(service, version) };
    await restoreDrive(db(service), stream);
    await peers.json(service, `/internal/drives/${this.drive}/rebuild`, { method: 'POST' });
  }

  private async *records(service: StreamService, total: number): AsyncGenerator<EventRecord[]> {
    let done = 0;
    for await (const page of this.lines(
      `${service}/events-`,
      archivedRecord,
      (line) => BSON.EJSON.parse(line) as unknown,
    )) {
      yield page;
      done += page.length;
      this.teller.tell({ step: `events of ${service}`, done, total });
    }
  }

  /** What an archive says of a blob stands behind its bytes, so a second reader runs ahead. */
  private async bytes(): Promise<void> {
    const facts = blobsOf(this.file);
    let done = 0;
    try {
      for await (const entry of this.entries('blobs/')) {
        if (isBlobRecord(entry.name)) continue;
        const { value: blob } = await facts.next();
        if (!blob || entryNames.bytes(blob.blobId) !== entry.name)
          throw new Error(`${this.file} was changed while it was read.`);
        await this.blob(blob, entry);
        this.teller.tell({ step: 'blobs', done: (done += 1), total: this.content.blobs });
      }
    } finally {
      await facts.return(undefined);
    }
  }

  private async blob({ blobId, ...facts }: ArchivedBlob, { body, size }: ArchiveEntry): Promise<void> {
    const told = Object.entries({ ...facts, drive: this.drive });
    const query = new URLSearchParams(
      told.map(([key, value]): [string, string] => [key, String(value ?? '')]),
    );
    const headers = { 'content-length': String(size) };
    const path = `/internal/blobs/${blobId}/restored?${query.toString()}`;
    const answer = await this.installation.peers.bytes('storage', path, { method: 'PUT', body, headers });
    answer.body.resume();
  }

  /** Who names which blob, and how often what was opened. */
  private async beside(): Promise<void> {
    const { db, peers } = this.installation;
    for await (const namings of this.lines('storage/references-', reference)) {
      const body = { drive: this.drive, namings };
      await peers.json('storage', '/internal/references/restored', { method: 'POST', body });
    }
    let revision = 0;
    for await (const found of this.lines('catalog/opens-', opening)) {
      const opens = found.map(({ elementId, counter }) => ({ _id: `${this.drive}:${elementId}`, counter }));
      await db('catalog').collection<{ _id: string }>('opens').insertMany(opens);
      revision += opens.length;
    }
    if (revision === 0) return;
    // So that a listing looks for them.
    const openings = db('catalog').collection<{ _id: string }>('openings');
    await openings.insertOne({ _id: this.drive, revision, recent: [] } as { _id: string });
  }

  /** The rules that never break, of this drive. */
  private async check(): Promise<void> {
    this.teller.tell({ step: 'checking', done: 0, total: null });
    const problems = await lookAtNamed(this.installation, this.drive);
    for (const service of streamServices) {
      const path = `/internal/drives/${this.drive}/check`;
      problems.push(...problemList.parse(await this.installation.peers.json(service, path)).problems);
    }
    if (problems.length === 0) return;
    const message = `The archive does not make a sound drive: ${problems.map((each) => each.message).join(' ')}`;
    throw new DomainError('input.invalid', { message });
  }

  /** What the lines of some entries say, page by page. */
  private async *lines<T>(
    prefix: string,
    schema: z.ZodType<T>,
    read: (line: string) => unknown = (line) => JSON.parse(line),
  ): AsyncGenerator<T[]> {
    for await (const entry of this.entries(prefix))
      for await (const page of linePages(entry))
        yield page.map((line) => parsed(schema, entry.name, () => read(line)));
  }

  /** They stand side by side: behind the last one nothing is read. */
  private async *entries(prefix: string): AsyncGenerator<ArchiveEntry> {
    let found = false;
    for await (const entry of entriesOf(this.file)) {
      this.caller.signal.throwIfAborted();
      if (entry.name.startsWith(prefix)) {
        found = true;
        yield entry;
      } else if (found) return;
    }
  }
}

/** Takes back a drive that nobody could sign in to yet. Its blobs are named by nobody then, and go with storage's sweep. */
export async function takeBack({ db, peers, now }: Installation, drive: DriveId): Promise<void> {
  if (await db('gateway').collection('accounts').findOne({ drive }))
    throw new Error(`The drive ${drive} has an account: it is not taken back.`);
  for (const { consumer } of passed) await removeCursors(db(consumer), drive);
  await db('storage').collection('refs').deleteMany({ drive });
  const unnamed = { drive, source: null, condemned: null };
  await db('storage')
    .collection('blobs')
    .updateMany(unnamed, { $set: { condemned: now() } });
  await peers.json('storage', '/internal/storage/unnamed/recount', { method: 'POST', body: { drive } });
  const ofDrive = { _id: { $gte: `${drive}:`, $lt: `${drive};` } };
  await db('catalog').collection<{ _id: string }>('opens').deleteMany(ofDrive);
  await db('catalog').collection<{ _id: string }>('openings').deleteOne({ _id: drive });
  for (const service of streamServices) await removeRestored(db(service), drive);
}
