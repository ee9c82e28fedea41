import type { Readable } from 'node:stream';
import { Controller, Headers, Inject, Param, Query, Body, StreamableFile } from '@nestjs/common';
import {
  DomainError,
  internalRoutes,
  storageCalls,
  type BlobId,
  type ProblemPage,
  type StorageTotals,
} from '@skyshelf/contracts';
import { ByteStream, Internal } from '@skyshelf/http';
import type { Clock } from '@skyshelf/tokens';
import type { z } from 'zod';
import { CheckBlobs, type Problem } from '../infrastructure/check-blobs.js';
import { ReadFile } from '../application/read-file.js';
import { RestoreBlob } from '../application/restore-blob.js';
import { StoreDerived } from '../application/store-derived.js';
import { Sweep } from '../infrastructure/sweep/sweep.js';
import type { Swept } from '../infrastructure/sweep/swept.js';
import { isWanted } from '../domain/blob.js';
import { BlobRecords } from '../infrastructure/blob-records.js';
import { STORAGE_CLOCK } from '../storage.runtime.js';

interface DescribedBlob {
  blobId: BlobId;
  /** Where its bytes lie in the object store. */
  key: string;
  size: number;
  type: string;
  wanted: boolean;
}

type Page = z.infer<typeof storageCalls.checkRecorded.query>;

/** Two hours after its begin the sweeper has had many turns at an upload that nobody recorded. */
const STRAY_AFTER_MS = 2 * 60 * 60_000;
const MOST_STRAYS = 100;

/** What the other services and the operator's commands ask storage. */
@Controller()
export class InternalController {
  constructor(
    private readonly storeDerived: StoreDerived,
    private readonly records: BlobRecords,
    private readonly checks: CheckBlobs,
    private readonly sweeper: Sweep,
    private readonly readFile: ReadFile,
    private readonly restoreBlob: RestoreBlob,
    @Inject(STORAGE_CLOCK) private readonly clock: Clock,
  ) {}

  @Internal(storageCalls.putDerived)
  putDerived(
    @Query() query: z.infer<typeof storageCalls.putDerived.query>,
    @Headers('content-length') length: string | undefined,
    @Headers('content-type') contentType: string | undefined,
    @ByteStream() body: Readable,
  ): Promise<{ blobId: BlobId; size: number }> {
    if (length === undefined) throw new DomainError('input.invalid', { field: 'Content-Length' });
    return this.storeDerived.run({ ...query, size: Number(length), contentType: contentType ?? '', body });
  }

  @Internal(storageCalls.describeBlob)
  async describe(
    @Param() { blobId }: z.infer<typeof storageCalls.describeBlob.params>,
  ): Promise<DescribedBlob> {
    const blob = await this.records.get(blobId);
    if (!blob) throw new DomainError('file.not-found');
    return {
      blobId,
      key: blobId,
      size: blob.size,
      type: blob.type,
      wanted: isWanted(blob, this.clock.now()),
    };
  }

  /** Whole, for an archive of its drive. */
  @Internal(storageCalls.blobBytes)
  async bytes(@Param() { blobId }: z.infer<typeof storageCalls.blobBytes.params>): Promise<StreamableFile> {
    return new StreamableFile(await this.readFile.whole(blobId));
  }

  @Internal(storageCalls.restoreBlob)
  async restore(
    @Param() { blobId }: z.infer<typeof storageCalls.restoreBlob.params>,
    @Query() query: z.infer<typeof storageCalls.restoreBlob.query>,
    @ByteStream() body: Readable,
  ): Promise<Record<string, never>> {
    await this.restoreBlob.run({ blobId, ...query }, body);
    return {};
  }

  @Internal(storageCalls.checkNamed)
  async checkNamed(
    @Body() { drive, blobs }: z.infer<typeof storageCalls.checkNamed.body>,
  ): Promise<{ problems: Problem[] }> {
    return { problems: await this.checks.named(drive, blobs) };
  }

  @Internal(internalRoutes.leftovers)
  async leftovers(
    @Query() { before }: z.infer<typeof internalRoutes.leftovers.query>,
  ): Promise<{ problems: Problem[] }> {
    return { problems: await this.checks.leftovers(before) };
  }

  @Internal(storageCalls.checkRecorded)
  checkRecorded(@Query() { after = '', limit }: Page): Promise<ProblemPage> {
    return this.checks.recorded(after, limit);
  }

  @Internal(storageCalls.checkReferences)
  checkReferences(@Query() { after = '', limit }: Page): Promise<ProblemPage> {
    return this.checks.references(after, limit);
  }

  @Internal(storageCalls.checkObjects)
  checkObjects(@Query() { after = '', limit }: Page): Promise<ProblemPage> {
    return this.checks.unknownObjects(after, limit);
  }

  @Internal(storageCalls.checkMultiparts)
  async checkMultiparts(): Promise<{ problems: Problem[] }> {
    const before = new Date(this.clock.now().getTime() - STRAY_AFTER_MS);
    return { problems: await this.checks.strayMultiparts(before, MOST_STRAYS) };
  }

  @Internal(storageCalls.totals)
  totals(): Promise<StorageTotals> {
    return this.records.totals();
  }

  @Internal(storageCalls.sweep)
  async sweep(): Promise<{ swept: Swept | null }> {
    return { swept: await this.sweeper.run() };
  }
}
