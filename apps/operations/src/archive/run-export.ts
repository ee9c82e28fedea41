import { access } from 'node:fs/promises';
import {
  type BlobId,
  derivativeKind,
  derivedFilesOf,
  DomainError,
  type DriveId,
  driveMoment,
  gatewayCalls,
  keptBlobs,
  storageCalls,
} from '@skyshelf/contracts';
import { ask, askBytes } from '@skyshelf/peers';
import { driveLineOf } from '@skyshelf/service';
import { z } from 'zod';
import type { Installation, StreamService } from '../installation.js';
import { type Caller, ProgressReporter, type Report, silentCaller } from '../report.js';
import { exportedPages, exportedPart, subOf } from './drive-calls.js';
import { type ArchivedBlob, entryNames, FORMAT, FORMAT_VERSION, type Manifest } from './archive-format.js';
import { ArchiveWriter } from './archive-writer.js';
import { ReferenceSpill } from './reference-spill.js';
import { waitForSettledMoment } from './settled-moment.js';

export interface ExportReport extends Report {
  drive: DriveId;
  version: number;
  blobs: number;
  bytes: number;
}

export interface ExportOptions {
  user: string;
  /** Absolute; must not exist. */
  to: string;
}

/**
 * An account at one version of its drive.
 * @throws DomainError `input.invalid`: no such name, the file exists, work on the drive does not end
 */
export async function runExport(
  installation: Installation,
  { user, to }: ExportOptions,
  caller: Caller = silentCaller,
): Promise<ExportReport> {
  const owner = await ownerOf(installation, user);
  if (await exists(to)) throw new DomainError('input.invalid', { message: `${to} is there already.` });
  const writer = await ArchiveWriter.create(to);
  try {
    const spill = await ReferenceSpill.open(to);
    try {
      return await exported(installation, { owner, to, writer, spill }, caller);
    } finally {
      await spill.close();
    }
  } catch (error) {
    await writer.giveUp();
    throw error;
  }
}

interface Exported {
  owner: Owner;
  to: string;
  writer: ArchiveWriter;
  spill: ReferenceSpill;
}

async function exported(
  installation: Installation,
  { owner, to, writer, spill }: Exported,
  caller: Caller,
): Promise<ExportReport> {
  const { drive, sub } = owner;
  const [moment] = await exportedPart(installation, 'billing', drive, { part: 'moment' });
  const billing = driveMoment.parse(moment);
  const catalog = await waitForSettledMoment(installation, drive, spill, caller.signal);
  const { version } = catalog;
  await writer.json(entryNames.manifest, {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    at: installation.now().toISOString(),
    account: owner,
    catalog: { version, settings: catalog.settings },
    billing: { version: billing.version, settings: billing.settings },
  } satisfies Manifest);
  const run = new ExportRun(installation, writer, drive, caller);
  await run.events('billing', billing.version);
  await run.events('catalog', version);
  await run.opens();
  await run.references(spill);
  const blobs = await run.blobs(spill);
  await writer.finish();
  const { bytes } = writer;
  const text = `${to}: ${sub}, drive ${drive} at version ${version}, ${blobs} blobs, ${bytes} bytes`;
  return { drive, version, blobs, bytes, text, exitCode: 0 };
}

type Owner = Manifest['account'];

async function ownerOf({ peers }: Installation, user: string): Promise<Owner> {
  const sub = subOf(user);
  const { account } = await ask(peers, gatewayCalls.accountOf, { query: { sub } });
  if (!account)
    throw new DomainError('input.invalid', { field: 'user', message: `No one is known as ${sub}.` });
  return { ...account, createdAt: account.createdAt.toISOString() };
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const stored = z.object({
  _id: z.string(),
  drive: z.string(),
  state: z.literal('ready'),
  once: z.string(),
  uploadId: z.string().nullable(),
  source: z.string().nullable(),
  kind: derivativeKind.nullable(),
  size: z.number(),
  sha256: z.string().nullable(),
  type: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  begun: z.date(),
  finished: z.date(),
});

/** Writes the entries that follow the manifest. */
class ExportRun {
  private readonly teller: ProgressReporter;

  constructor(
    private readonly installation: Installation,
    private readonly writer: ArchiveWriter,
    private readonly drive: DriveId,
    private readonly caller: Caller,
  ) {
    this.teller = new ProgressReporter(caller, installation.now);
  }

  async events(service: StreamService, upTo: number): Promise<void> {
    let part = 0;
    let done = 0;
    const query = { part: 'events', upTo } as const;
    for await (const page of exportedPages(this.installation, service, this.drive, query)) {
      this.caller.signal.throwIfAborted();
      const lines = page.map(driveLineOf);
      await this.writer.lines(entryNames.events(service, (part += 1)), lines);
      done += page.length;
      this.teller.tell({ step: `events of ${service}`, done, total: upTo });
    }
    if (done !== upTo)
      throw new Error(`${service} has ${done} of ${upTo} events of the drive ${this.drive}.`);
  }

  async opens(): Promise<void> {
    let part = 0;
    for await (const page of exportedPages(this.installation, 'catalog', this.drive, { part: 'openings' }))
      await this.writer.lines(
        entryNames.opens((part += 1)),
        page.map((opening) => JSON.stringify(opening)),
      );
  }

  async references(spill: ReferenceSpill): Promise<void> {
    let part = 0;
    for await (const page of spill.pages()) {
      const lines = page.flatMap((row) =>
        keptBlobs(row).map((blobId) => JSON.stringify({ elementId: row.id, blobId })),
      );
      if (lines.length > 0) await this.writer.lines(entryNames.references((part += 1)), lines);
    }
  }

  /** @returns how many */
  async blobs(spill: ReferenceSpill): Promise<number> {
    let done = 0;
    let group: { of: BlobId | null; written: Set<BlobId> } = { of: null, written: new Set() };
    for await (const page of spill.pages()) {
      for (const { blobId, derived } of page) {
        // Elements that share a blob are adjacent, so only the last blob's are remembered; links come first.
        if (blobId !== group.of) group = { of: blobId, written: new Set() };
        const own = blobId === null ? [] : [blobId];
        for (const id of [...own, ...derivedFilesOf(derived).map((made) => made.blobId)]) {
          if (group.written.has(id)) continue;
          group.written.add(id);
          this.caller.signal.throwIfAborted();
          await this.blob(id);
          this.teller.tell({ step: 'blobs', done: (done += 1), total: null });
        }
      }
    }
    return done;
  }

  private async blob(blobId: BlobId): Promise<void> {
    const query = { part: 'blob', blobId } as const;
    const [document] = await exportedPart(this.installation, 'storage', this.drive, query);
    const found = stored.safeParse(document);
    if (!found.success || found.data.drive !== this.drive)
      throw new DomainError('file.not-found', {
        message: `The blob ${blobId} is not there: look with fsck.`,
      });
    const { _id, drive: _, state: _state, begun, finished, ...facts } = found.data;
    const { body } = await askBytes(this.installation.peers, storageCalls.blobBytes, { params: { blobId } });
    const sha256 = await this.writer.stream(entryNames.bytes(blobId), body, facts.size);
    if (facts.sha256 !== null && facts.sha256 !== sha256)
      throw new DomainError('file.not-found', {
        message: `The bytes of ${blobId} are not what was uploaded.`,
      });
    const times = { begun: begun.toISOString(), finished: finished.toISOString() };
    await this.writer.json(entryNames.blob(blobId), {
      blobId: _id,
      ...facts,
      sha256,
      ...times,
    } satisfies Loose<ArchivedBlob>);
  }
}

/** The type leaves ids unparsed. */
type Loose<T> = { [K in keyof T]: T[K] extends string | null ? string | Extract<T[K], null> : T[K] };
