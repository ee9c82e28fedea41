import { Body, Controller, Query } from '@nestjs/common';
import { storageCalls, type BlobId, type DriveId, type DriveNaming } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { MendBlobs } from '../infrastructure/mend/mend-blobs.js';
import { MendReferences } from '../infrastructure/mend/mend-references.js';
import type { Problem } from '../infrastructure/check-blobs.js';
import { UnnamedRecount } from '../infrastructure/unnamed-recount.js';

type OfDrive = z.infer<typeof storageCalls.keepReferences.body>;

/** What the operator's `fsck --repair` asks storage. */
@Controller()
export class MendController {
  constructor(
    private readonly references: MendReferences,
    private readonly blobs: MendBlobs,
    private readonly unnamed: UnnamedRecount,
  ) {}

  @Internal(storageCalls.checkUnnamed)
  async checkUnnamed(
    @Query() { drive = null }: { drive?: DriveId | null },
  ): Promise<{ problems: Problem[] }> {
    return { problems: await this.unnamed.check(drive) };
  }

  @Internal(storageCalls.recountUnnamed)
  async recountUnnamed(
    @Body() { drive }: z.infer<typeof storageCalls.recountUnnamed.body>,
  ): Promise<Record<string, never>> {
    await this.unnamed.repair(drive);
    return {};
  }

  @Internal(storageCalls.allNamings)
  namings(
    @Query() { after = '', limit }: z.infer<typeof storageCalls.allNamings.query>,
  ): Promise<{ namings: DriveNaming[]; next: string | null }> {
    return this.references.page(after, limit);
  }

  @Internal(storageCalls.keptReferences)
  async kept(
    @Body() { namings }: z.infer<typeof storageCalls.keptReferences.body>,
  ): Promise<{ kept: DriveNaming[] }> {
    return { kept: await this.references.stillKept(namings) };
  }

  @Internal(storageCalls.keepReferences)
  async keep(@Body() { drive, namings }: OfDrive): Promise<Record<string, never>> {
    await this.references.keep(drive, namings);
    return {};
  }

  @Internal(storageCalls.releaseReferences)
  async release(@Body() { drive, namings }: OfDrive): Promise<Record<string, never>> {
    await this.references.release(drive, namings);
    return {};
  }

  @Internal(storageCalls.adoptBlobs)
  async adopt(
    @Body() { drive, blobs }: z.infer<typeof storageCalls.adoptBlobs.body>,
  ): Promise<{ ready: BlobId[] | null }> {
    return { ready: await this.blobs.adopt(drive, blobs) };
  }

  @Internal(storageCalls.condemnBlobs)
  async condemn(
    @Body() { drive, blobIds }: z.infer<typeof storageCalls.condemnBlobs.body>,
  ): Promise<Record<string, never>> {
    await this.blobs.condemn(drive, blobIds);
    return {};
  }
}
