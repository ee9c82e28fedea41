import { Body, Controller, Inject, Query } from '@nestjs/common';
import { storageCalls, type BlobId, type DriveId, type DriveReference } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { checkUnnamed } from '../application/check/check-recorded.js';
import type { Problem } from '../domain/problem.js';
import { adoptBlobs } from '../application/repair/adopt-blobs.js';
import type { Storage } from '../application/storage.js';
import { STORAGE } from '../storage.runtime.js';

type OfDrive = z.infer<typeof storageCalls.keepReferences.body>;

/** `fsck --repair` calls these routes. */
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

  @Internal(storageCalls.allReferences)
  references(
    @Query() { after = '', limit }: z.infer<typeof storageCalls.allReferences.query>,
  ): Promise<{ references: DriveReference[]; next: string | null }> {
    return this.storage.references.page(after, limit);
  }

  @Internal(storageCalls.keptReferences)
  async kept(
    @Body() { references }: z.infer<typeof storageCalls.keptReferences.body>,
  ): Promise<{ kept: DriveReference[] }> {
    return { kept: await this.storage.references.stillKept(references) };
  }

  @Internal(storageCalls.keepReferences)
  async keep(@Body() { drive, references }: OfDrive): Promise<Record<string, never>> {
    await this.storage.references.keep(drive, references);
    return {};
  }

  @Internal(storageCalls.releaseReferences)
  async release(@Body() { drive, references }: OfDrive): Promise<Record<string, never>> {
    await this.storage.references.release(drive, references, this.storage.clock.now());
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
