import {
  blobOwner,
  derivativeKinds,
  DomainError,
  type DriveId,
  type DriveRestoreHead,
  internalRoutes,
  type ServiceName,
  storageCalls,
} from '@skyshelf/contracts';
import { ask, askBytes } from '@skyshelf/peers';
import { archivedRecord } from '@skyshelf/event-store';
import { valueOfDriveLine } from '@skyshelf/service';
import type { z } from 'zod';
import { inspectNamedBlobs } from '../fsck/checks/blobs.js';
import { type Installation, type StreamService, streamServices } from '../installation.js';
import { type Caller, ProgressReporter } from '../report.js';
import { type ArchivedBlob, entryNames, opening, reference } from './archive-format.js';
import { exportedPages, restoreInto } from './drive-calls.js';
import { type ArchiveEntry, blobsOf, entriesOf, isBlobRecord, linePages, parsed } from './archive-reader.js';
import type { ArchiveContent } from './verify-archive.js';

/** Restores a drive before anyone can sign in to it. */
export class RestoreRun {
  private readonly teller: ProgressReporter;
  private readonly drive: DriveId;

  constructor(
    private readonly installation: Installation,
    private readonly file: string,
    private readonly content: ArchiveContent,
    private readonly caller: Caller,
  ) {
    this.teller = new ProgressReporter(caller, installation.now);
    this.drive = content.manifest.account.drive;
  }

  /** @throws the failure; then `undoRestore` removes what was written */
  async everything(): Promise<void> {
    const { drive, installation } = this;
    const { billing, catalog } = this.content.manifest;
    const into = (service: ServiceName, head: DriveRestoreHead, lines?: AsyncIterable<unknown>) =>
      restoreInto(installation, { service, drive, head, ...(lines && { lines }) });
    await into('billing', { passed: {}, stream: billing }, this.records('billing', billing.version));
    // These events were mailed in their time.
    await into('notify', { passed: { billing: billing.version } });
    await into('catalog', { passed: { billing: billing.version }, stream: catalog }, this.catalog());
    await this.bytes();
    const passed = { catalog: catalog.version };
    await into('storage', { passed }, each('reference', this.lines('storage/references-', reference)));
    await this.check();
    await into('media', { passed }, this.unmade());
  }

  /** Lists elements with a derived file that is neither made nor given up. */
  private async *unmade(): AsyncGenerator<unknown> {
    const pages = exportedPages(this.installation, 'catalog', this.drive, { part: 'moment' });
    for await (const page of pages)
      for (const line of page) {
        const { data: element } = blobOwner.safeParse(line);
        if (element && derivativeKinds.some((kind) => !element.derived[kind])) yield { element };
      }
  }

  private async *catalog(): AsyncGenerator<unknown> {
    yield* this.records('catalog', this.content.manifest.catalog.version);
    yield* each('opening', this.lines('catalog/opens-', opening));
  }

  private async *records(service: StreamService, total: number): AsyncGenerator<unknown> {
    let done = 0;
    for await (const page of this.lines(`${service}/events-`, archivedRecord, valueOfDriveLine)) {
      yield* page.map((event) => ({ event }));
      done += page.length;
      this.teller.tell({ step: `events of ${service}`, done, total });
    }
  }

  /** A blob's record follows its bytes, so a second reader runs ahead. */
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

  private async blob(
    { blobId, begun, finished, ...facts }: ArchivedBlob,
    { body, size }: ArchiveEntry,
  ): Promise<void> {
    const answer = await askBytes(this.installation.peers, storageCalls.restoreBlob, {
      params: { blobId },
      query: { ...facts, drive: this.drive, begun: new Date(begun), finished: new Date(finished) },
      headers: { 'content-length': String(size) },
      sent: body,
    });
    answer.body.resume();
  }

  private async check(): Promise<void> {
    this.teller.tell({ step: 'checking', done: 0, total: null });
    const problems = await inspectNamedBlobs(this.installation, this.drive);
    for (const service of streamServices) {
      const call = { service, params: { drive: this.drive } };
      problems.push(...(await ask(this.installation.peers, internalRoutes.driveCheck, call)).problems);
    }
    if (problems.length === 0) return;
    const message = `The archive does not make a sound drive: ${problems.map((each) => each.message).join(' ')}`;
    throw new DomainError('input.invalid', { message });
  }

  private async *lines<T>(
    prefix: string,
    schema: z.ZodType<T>,
    read: (line: string) => unknown = (line) => JSON.parse(line),
  ): AsyncGenerator<T[]> {
    for await (const entry of this.entries(prefix))
      for await (const page of linePages(entry))
        yield page.map((line) => parsed(schema, entry.name, () => read(line)));
  }

  /** Adjacent: stops behind the last. */
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

async function* each(name: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<object> {
  for await (const page of pages) yield* page.map((value) => ({ [name]: value }));
}
