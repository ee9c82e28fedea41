import type { Readable } from 'node:stream';
import { Controller, Headers, Inject, Param, Query, Body, StreamableFile } from '@nestjs/common';
import { relayed } from '@skyshelf/bytes';
import {
  storageCalls,
  internalRoutes,
  DomainError,
  type BlobId,
  type FinishedUpload,
  type ObjectContentPage,
  type ErrorCode,
  type ProblemPage,
  type StorageTotals,
} from '@skyshelf/contracts';
import { ByteStream, Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { traceparentOf } from '@skyshelf/telemetry';
import { checkNamed } from '../application/check/check-named.js';
import { checkMultiparts, checkObjects } from '../application/check/check-objects.js';
import { checkRecorded, checkReferences, findLeftovers } from '../application/check/check-recorded.js';
import type { Problem } from '../domain/problem.js';
import { recordDeletion } from '../application/deletion-ledger.js';
import { driveObjects, restoreBlob } from '../application/archived-blobs.js';
import { readWholeFile } from '../application/read-file.js';
import { failImport, importBlob, receiveImport } from '../application/receive-import.js';
import { ByteSource } from '../application/byte-source.js';
import type { Storage } from '../application/storage.js';
import { storeAllDerived, storeDerived, type KeptDerived } from '../application/store-derived.js';
import { sweep } from '../application/sweep/sweep.js';
import type { Swept } from '../application/sweep/swept-records.js';
import { isWanted } from '../domain/blob.js';
import { announcedBytes, readDerived } from './body-heads.js';
import { STORAGE } from '../storage.runtime.js';

interface DescribedBlob {
  blobId: BlobId;
  key: string;
  size: number;
  type: string;
  wanted: boolean;
}

type Page = z.infer<typeof storageCalls.checkRecorded.query>;

/** Other services and operators call these routes. */
@Controller()
export class InternalController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Internal(storageCalls.putDerived)
  putDerived(
    @Query() query: z.infer<typeof storageCalls.putDerived.query>,
    @Headers('content-length') length: string | undefined,
    @Headers('content-type') contentType: string | undefined,
    @ByteStream() body: Readable,
  ): Promise<{ blobId: BlobId; size: number }> {
    if (length === undefined) throw new DomainError('input.invalid', { field: 'Content-Length' });
    return storeDerived(this.storage, {
      ...query,
      size: Number(length),
      contentType: contentType ?? '',
      body,
    });
  }

  @Internal(storageCalls.receiveImport)
  receiveImport(
    @Headers('import-grant') grant: string | undefined,
    @Headers('content-length') length: string | undefined,
    @ByteStream() body: Readable,
  ): Promise<FinishedUpload> {
    if (!grant) throw new DomainError('upload.bad-grant', { field: 'Import-Grant' });
    const announced = announcedBytes(length);
    return receiveImport(this.storage, { grant, body, announced, trace: traceparentOf() });
  }

  @Internal(storageCalls.failImport)
  async failImport(
    @Body() { grant }: z.infer<typeof storageCalls.failImport.body>,
  ): Promise<Record<string, never>> {
    await failImport(this.storage, grant, traceparentOf());
    return {};
  }

  @Internal(storageCalls.importBlob)
  importBlob(
    @Param() { blobId }: z.infer<typeof storageCalls.importBlob.params>,
    @Body() { grant }: z.infer<typeof storageCalls.importBlob.body>,
  ): Promise<FinishedUpload> {
    return importBlob(this.storage, blobId, { grant, trace: traceparentOf() });
  }

  @Internal(storageCalls.putAllDerived)
  async putAllDerived(
    @ByteStream() body: Readable,
  ): Promise<{ kept: (KeptDerived | { refused: ErrorCode })[] }> {
    const several = await new ByteSource(body).through(readDerived);
    const kept = await storeAllDerived(this.storage, several);
    return { kept: kept.map((each) => (each instanceof DomainError ? { refused: each.code } : each)) };
  }

  @Internal(storageCalls.describeBlobs)
  async describe(
    @Body() { blobIds }: z.infer<typeof storageCalls.describeBlobs.body>,
  ): Promise<{ blobs: (DescribedBlob | null)[] }> {
    const found = await this.storage.blobs.some(blobIds);
    const now = this.storage.clock.now();
    return {
      blobs: blobIds.map((blobId) => {
        const blob = found.get(blobId);
        if (!blob) return null;
        return { blobId, key: blobId, size: blob.size, type: blob.type, wanted: isWanted(blob, now) };
      }),
    };
  }

  @Internal(storageCalls.driveObjects)
  objects(
    @Param() { drive }: z.infer<typeof storageCalls.driveObjects.params>,
    @Query() query: z.infer<typeof storageCalls.driveObjects.query>,
  ): Promise<ObjectContentPage> {
    return driveObjects(this.storage, drive, query);
  }

  @Internal(storageCalls.recordDeletion)
  async recordDeletion(
    @Param() { drive }: z.infer<typeof storageCalls.recordDeletion.params>,
    @Body() { at }: z.infer<typeof storageCalls.recordDeletion.body>,
  ): Promise<Record<string, never>> {
    await recordDeletion(this.storage.objects, drive, at);
    return {};
  }

  @Internal(storageCalls.blobBytes)
  async bytes(@Param() { blobId }: z.infer<typeof storageCalls.blobBytes.params>): Promise<StreamableFile> {
    return new StreamableFile(relayed(await readWholeFile(this.storage, blobId)));
  }

  @Internal(storageCalls.restoreBlob)
  async restore(
    @Param() { blobId }: z.infer<typeof storageCalls.restoreBlob.params>,
    @Query() query: z.infer<typeof storageCalls.restoreBlob.query>,
    @ByteStream() body: Readable,
  ): Promise<Record<string, never>> {
    await restoreBlob(this.storage, { blobId, ...query }, body);
    return {};
  }

  @Internal(storageCalls.checkNamed)
  async checkNamed(
    @Body() { drive, blobs }: z.infer<typeof storageCalls.checkNamed.body>,
  ): Promise<{ problems: Problem[] }> {
    return { problems: await checkNamed(this.storage, drive, blobs) };
  }

  @Internal(internalRoutes.leftovers)
  async leftovers(
    @Query() { before }: z.infer<typeof internalRoutes.leftovers.query>,
  ): Promise<{ problems: Problem[] }> {
    return { problems: await findLeftovers(this.storage, before) };
  }

  @Internal(storageCalls.checkRecorded)
  checkRecorded(@Query() { after = '', limit }: Page): Promise<ProblemPage> {
    return checkRecorded(this.storage, after, limit);
  }

  @Internal(storageCalls.checkReferences)
  checkReferences(@Query() { after = '', limit }: Page): Promise<ProblemPage> {
    return checkReferences(this.storage, after, limit);
  }

  @Internal(storageCalls.checkObjects)
  checkObjects(@Query() { after = '', limit }: Page): Promise<ProblemPage> {
    return checkObjects(this.storage, after, limit);
  }

  @Internal(storageCalls.checkMultiparts)
  async checkMultiparts(): Promise<{ problems: Problem[] }> {
    return { problems: await checkMultiparts(this.storage) };
  }

  @Internal(storageCalls.totals)
  totals(): Promise<StorageTotals> {
    return this.storage.blobs.totals();
  }

  @Internal(storageCalls.sweep)
  async sweep(): Promise<{ swept: Swept | null }> {
    return { swept: await sweep(this.storage) };
  }
}
