import { Readable } from 'node:stream';
import {
  DomainError,
  type DriveExportQuery,
  type DriveId,
  driveRestoreHead,
  type DriveRestoreHead,
  internalRoutes,
  type ServiceName,
} from '@skyshelf/contracts';
import { ClosedDrives, forgetConsumedEvents, placeCursor } from '@skyshelf/event-bus';
import { forgetEvents } from '@skyshelf/event-store';
import type { Clock } from '@skyshelf/tokens';
import type { Db } from 'mongodb';
import { Body, Controller, Param, Query, StreamableFile } from '@nestjs/common';
import { ByteStream, Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { DriveOwner, ExportPart } from './drive-owner.js';
import { readDriveLines, writeDriveLines } from './drive-lines.js';

export interface DriveDataDeps {
  service: ServiceName;
  db: Db;
  clock: Clock;
  /** The stream first, then what is the service's own. */
  owner: DriveOwner;
}

/** Owns its collections, the outbox, and cursors of others' events. */
export class DriveData {
  private readonly closed: ClosedDrives;

  constructor(private readonly deps: DriveDataDeps) {
    this.closed = new ClosedDrives(deps.db);
  }

  async knows(drive: DriveId): Promise<boolean> {
    return (await this.closed.has(drive)) || ((await this.deps.owner.knows?.(drive)) ?? false);
  }

  /** @throws DomainError `input.invalid` for a part the service hasn't */
  export(drive: DriveId, query: DriveExportQuery): AsyncIterable<unknown> {
    const give = this.deps.owner.exports?.[query.part] as ExportPart<typeof query.part> | undefined;
    if (give) return give(drive, query);
    throw new DomainError('input.invalid', {
      field: 'part',
      message: `${this.deps.service} has no ${query.part} of a drive.`,
    });
  }

  async restore(drive: DriveId, pages: AsyncGenerator<unknown[]>): Promise<void> {
    const { owner, db, service, clock } = this.deps;
    const first = await pages.next();
    const [head, ...others] = first.done === true ? [] : first.value;
    const { passed, ...restored } = readHead(head);
    if (await this.closed.has(drive)) throw new DomainError('drive.closed');
    const lines = behind(others, pages);
    if (owner.restore) await owner.restore(drive, restored, lines);
    // What the service left unread, the closing line among it.
    for await (const _ of lines)
      throw new DomainError('input.invalid', { message: `${service} has no such line.` });
    for (const [source, version] of Object.entries(passed)) {
      const place = { consumer: service, source: source as ServiceName, drive, version };
      await placeCursor(db, place, () => clock.now());
    }
  }

  /** The tombstone first; last what running events may still write. */
  async forget(drive: DriveId, { forGood }: { forGood: boolean }): Promise<void> {
    const { owner, db, service } = this.deps;
    if (forGood) await this.closed.add(drive);
    await owner.forget?.(drive, { forGood });
    await forgetEvents(db, drive);
    await forgetConsumedEvents(db, { consumer: service, drive });
  }
}

function readHead(line: unknown): DriveRestoreHead {
  const { data, error } = driveRestoreHead.safeParse(line);
  if (data) return data;
  throw new DomainError('input.invalid', { message: 'A restore begins with its head.', cause: error });
}

async function* behind(
  first: unknown[],
  pages: AsyncIterable<unknown[]>,
): AsyncGenerator<unknown[], void, undefined> {
  if (first.length > 0) yield first;
  yield* pages;
}

const { driveExport, driveForget, driveKnown, driveRestore } = internalRoutes;
type OfDrive = z.infer<typeof driveExport.params>;

/** Other services reach a drive's data through these routes only. */
@Controller()
export class DriveDataController {
  constructor(private readonly data: DriveData) {}

  @Internal(driveExport)
  export(@Param() { drive }: OfDrive, @Query() query: DriveExportQuery): StreamableFile {
    const lines = writeDriveLines(this.data.export(drive, query));
    return new StreamableFile(Readable.from(lines, { objectMode: false }));
  }

  @Internal(driveRestore)
  async restore(@Param() { drive }: OfDrive, @ByteStream() body: Readable): Promise<Record<string, never>> {
    await this.data.restore(drive, readDriveLines(body));
    return {};
  }

  @Internal(driveForget)
  async forget(
    @Param() { drive }: OfDrive,
    @Body() { forGood }: z.infer<typeof driveForget.body>,
  ): Promise<Record<string, never>> {
    await this.data.forget(drive, { forGood });
    return {};
  }

  @Internal(driveKnown)
  async known(@Param() { drive }: OfDrive): Promise<{ known: boolean }> {
    return { known: await this.data.knows(drive) };
  }
}
