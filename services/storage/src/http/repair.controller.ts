import { Body, Controller, Inject, Query } from '@nestjs/common';
import { storageCalls, type BlobId, type DriveId, type DriveNaming } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { checkUnnamed } from '../application/check/check-unnamed.js';
import type { Problem } from '../application/check/problem.js';
import { adoptBlobs } from '../application/repair/adopt-blobs.js';
import type { Storage } from '../application/storage.js';
import { STORAGE } from '../storage.runtime.js';

type OfDrive = z.infer<typeof storageCalls.keepReferences.body>;

/** What the operator's `fsck --repair` asks storage. */
@Controller()
export class RepairController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Internal(storageCalls.checkUnnamed)
  async checkUnnamed(
    @Query() { drive = null }: { drive?: DriveId | null },
  ): Promise<{ problems: Problem[] }> {
    return { problems: await checkUnnamed(this.storage, drive) };
  }

  @Internal(storageCalls.recountUnnamed)
  async recountUnnamed(
    @Body() { drive }: z.infer<typeof storageCalls.recountUnnamed.body>,
  ): Promise<Record<string, never>> {
    await this.storage.recountUnnamed(drive);
    return {};
  }

  @Internal(storageCalls.allNamings)
  namings(
    @Query() { after = '', limit }: z.infer<typeof storageCalls.allNamings.query>,
  ): Promise<{ namings: DriveNaming[]; next: string | null }> {
    return this.storage.references.page(after, limit);
  }

  @Internal(storageCalls.keptReferences)
  async kept(
    @Body() { namings }: z.infer<typeof storageCalls.keptReferences.body>,
  ): Promise<{ kept: DriveNaming[] }> {
    return { kept: await this.storage.references.stillKept(namings) };
  }

  @Internal(storageCalls.keepReferences)
  async keep(@Body() { drive, namings }: OfDrive): Promise<Record<string, never>> {
    await this.storage.references.keep(drive, namings);
    return {};
  }

  @Internal(storageCalls.releaseReferences)
  async release(@Body() { drive, namings }: OfDrive): Promise<Record<string, never>> {
    await this.storage.references.release(drive, namings, this.storage.clock.now());
    return {};
  }

  @Internal(storageCalls.adoptBlobs)
  async adopt(
    @Body() { drive, blobs }: z.infer<typeof storageCalls.adoptBlobs.body>,
  ): Promise<{ ready: BlobId[] | null }> {
    return { ready: await adoptBlobs(this.storage, drive, blobs) };
  }

  @Internal(storageCalls.condemnBlobs)
  async condemn(
    @Body() { drive, blobIds }: z.infer<typeof storageCalls.condemnBlobs.body>,
  ): Promise<Record<string, never>> {
    await this.storage.repairs.condemn(drive, blobIds, this.storage.clock.now());
    return {};
  }
}
