import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  catalogCalls,
  internalRoutes,
  type problemList,
  type DriveReference,
  type DrivePageAnswer,
  type ElementBlobsPage,
  type ElementContentPage,
  type DriveId,
} from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { HealthCheck } from '@skyshelf/service';
import type { z } from 'zod';
import type { Catalog, RestoreClaims } from '../application/catalog.js';
import { recountReserved, endedReservations } from '../application/commands/release-reservation.js';
import { checkDrive, type Problem } from '../application/reads/check-drive.js';
import { shownVersion } from '../application/reads/listing-rows.js';
import { driveElements, ownElement } from '../application/reads/drive-elements.js';
import {
  goneReferences,
  liveFiles,
  type LiveAnswer,
  namedBlobs,
  unusedBlobs,
} from '../application/reads/blobs-in-use.js';
import { rewindForSupport } from '../application/rewind/rewind-folder.js';
import { rebuildShares } from '../application/shares/replay-shares.js';
import { reachOf } from '../application/slices/require-within.js';
import { CATALOG, FEATURES, RESTORES } from '../catalog.runtime.js';

type OfDrive = z.infer<typeof catalogCalls.driveVersion.params>;

@Controller()
export class InternalController {
  constructor(
    @Inject(CATALOG) private readonly catalog: Catalog,
    @Inject(FEATURES) private readonly optionalFeatures: readonly HealthCheck[],
    @Inject(RESTORES) private readonly restores: RestoreClaims,
  ) {}

  @Internal(internalRoutes.features)
  async features(): Promise<Record<string, { status: string; hint?: string }>> {
    const found = this.optionalFeatures.map(async ({ name, check }) => [name, await check()] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  @Internal(catalogCalls.driveVersion)
  async version(@Param() { drive }: OfDrive): Promise<{ version: number }> {
    return { version: shownVersion(this.catalog, await this.catalog.store.version(drive)) };
  }

  @Internal(catalogCalls.unusedBlobs)
  async unused(
    @Body() { drive, blobIds }: z.infer<typeof catalogCalls.unusedBlobs.body>,
  ): Promise<{ unused: string[] }> {
    return { unused: await unusedBlobs(this.catalog, drive, blobIds) };
  }

  @Internal(catalogCalls.liveFiles)
  async live(
    @Body() { questions }: z.infer<typeof catalogCalls.liveFiles.body>,
  ): Promise<{ answers: LiveAnswer[] }> {
    return {
      answers: await Promise.all(
        questions.map(({ drive, within, ...each }) =>
          liveFiles(this.catalog, { reach: reachOf(drive, within), ...each }),
        ),
      ),
    };
  }

  @Internal(catalogCalls.driveBlobs)
  blobs(
    @Param() { drive }: OfDrive,
    @Query() { after, limit }: z.infer<typeof catalogCalls.driveBlobs.query>,
  ): Promise<ElementBlobsPage> {
    return namedBlobs(this.catalog, drive, after, limit);
  }

  @Internal(catalogCalls.driveElements)
  elements(
    @Param() { drive }: OfDrive,
    @Query() { after, limit }: z.infer<typeof catalogCalls.driveElements.query>,
  ): Promise<ElementContentPage> {
    return driveElements(this.catalog, drive, after, limit);
  }

  @Internal(internalRoutes.allDrives)
  async drives(
    @Query() { after, limit }: z.infer<typeof internalRoutes.allDrives.query>,
  ): Promise<DrivePageAnswer> {
    const page = await this.catalog.store.drives(after ?? null, limit);
    const drives = page.drives.map(({ drive, version, count, used }) => ({ drive, version, count, used }));
    return { ...page, drives, next: page.drives.length < limit ? null : (page.drives.at(-1)?.drive ?? null) };
  }

  @Internal(internalRoutes.driveCheck)
  async check(@Param() { drive }: OfDrive): Promise<{ problems: Problem[] }> {
    return { problems: await checkDrive(this.catalog, drive) };
  }

  @Internal(internalRoutes.leftovers)
  async leftovers(
    @Query() { before }: z.infer<typeof internalRoutes.leftovers.query>,
  ): Promise<z.infer<typeof problemList>> {
    return { problems: await endedReservations(this.catalog, before) };
  }

  @Internal(catalogCalls.goneReferences)
  async references(
    @Body() { references }: z.infer<typeof catalogCalls.goneReferences.body>,
  ): Promise<{ gone: DriveReference[] }> {
    return { gone: await goneReferences(this.catalog, references) };
  }

  @Internal(catalogCalls.ownElement)
  element(
    @Param() { drive, elementId }: z.infer<typeof catalogCalls.ownElement.params>,
    @Query() { within }: z.infer<typeof catalogCalls.ownElement.query>,
  ): Promise<z.infer<typeof catalogCalls.ownElement.answer>> {
    return ownElement(this.catalog, reachOf(drive, within), elementId);
  }

  @Internal(catalogCalls.driveRecount)
  recount(@Param() { drive }: OfDrive): Promise<{ reserved: number }> {
    return recountReserved(this.catalog, drive);
  }

  @Internal(internalRoutes.driveRebuild)
  async rebuild(@Param() { drive }: OfDrive): Promise<{ rows: number; version: number }> {
    const rebuilt = await this.catalog.store.rebuild(drive);
    await rebuildShares(this.catalog, drive);
    return rebuilt;
  }

  @Internal(catalogCalls.claimRestore)
  claimRestore(
    @Body() run: z.infer<typeof catalogCalls.claimRestore.body>,
  ): Promise<{ claimed: boolean; wasBroken: boolean }> {
    return this.restores.claim(run);
  }

  @Internal(catalogCalls.renewRestore)
  async renewRestore(
    @Body() run: z.infer<typeof catalogCalls.renewRestore.body>,
  ): Promise<Record<string, never>> {
    await this.restores.renew(run);
    return {};
  }

  @Internal(catalogCalls.endRestore)
  async endRestore(
    @Body() run: z.infer<typeof catalogCalls.endRestore.body>,
  ): Promise<Record<string, never>> {
    await this.restores.end(run);
    return {};
  }

  @Internal(catalogCalls.allRestores)
  async restoresUnderWay(): Promise<{ restores: { drive: DriveId; underWay: boolean }[] }> {
    return { restores: await this.restores.all() };
  }

  @Internal(catalogCalls.rewindDrive)
  rewind(
    @Param() { drive }: OfDrive,
    @Body() { sub, ...asked }: z.infer<typeof catalogCalls.rewindDrive.body>,
  ): Promise<z.infer<typeof catalogCalls.rewindDrive.answer>> {
    return rewindForSupport(this.catalog, { sub, drive }, asked);
  }
}
