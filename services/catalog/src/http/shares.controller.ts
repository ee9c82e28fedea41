import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { catalogCalls, routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, Internal, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { z } from 'zod';
import {
  findShare,
  listAllShares,
  listShares,
  newestWithin,
  readOpenShare,
  showShare,
} from '../application/shares/read-shares.js';
import { saveShare, type SaveDeps } from '../application/shares/save-share.js';
import type { ShareDeps } from '../application/shares/share-deps.js';
import { closeShare, editShare, makeShare, stopShare } from '../application/shares/write-shares.js';
import { SHARES } from '../catalog.runtime.js';

type Create = typeof routes.createShare;
type Change = typeof routes.changeShare;
type End = typeof routes.endShare;
type OfDrive = z.infer<typeof catalogCalls.watchShare.params>;

@Controller()
export class SharesController {
  constructor(@Inject(SHARES) private readonly shares: ShareDeps & SaveDeps) {}

  @Route(routes.listShares)
  async list(@CurrentUser() user: Caller): Promise<AnswerOf<typeof routes.listShares>> {
    return { docs: await listShares(this.shares, user) };
  }

  @Route(routes.createShare)
  async create(
    @Body() body: BodyOf<Create>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Create>> {
    const id = await makeShare(this.shares, user, opId, body);
    return { docs: await showShare(this.shares, user, id), operation: opId };
  }

  @Route(routes.changeShare)
  async change(
    @Body() body: BodyOf<Change>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Change>> {
    await editShare(this.shares, user, opId, body);
    return { docs: await showShare(this.shares, user, body.id), operation: opId };
  }

  @Route(routes.endShare)
  async end(
    @Body() { id }: BodyOf<End>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<End>> {
    await stopShare(this.shares, user, opId, id);
    return { docs: { result: { ok: 1 } } };
  }

  @Internal(catalogCalls.findShare)
  async find(@Body() { hash }: z.infer<typeof catalogCalls.findShare.body>) {
    return { share: await findShare(this.shares, hash) };
  }

  @Internal(catalogCalls.driveShares)
  async ofDrive(@Param() { drive }: OfDrive): Promise<z.infer<typeof catalogCalls.driveShares.answer>> {
    return { shares: (await listShares(this.shares, { drive })).map(({ address: _, ...rest }) => rest) };
  }

  @Internal(catalogCalls.allShares)
  async all(@Query() { limit }: z.infer<typeof catalogCalls.allShares.query>) {
    return { shares: await listAllShares(this.shares, limit) };
  }

  @Internal(catalogCalls.closeShare)
  async close(@Body() { hash }: z.infer<typeof catalogCalls.closeShare.body>): Promise<{ ended: boolean }> {
    return { ended: await closeShare(this.shares, hash) };
  }

  @Internal(catalogCalls.watchShare)
  async watch(
    @Param() { drive }: OfDrive,
    @Body() { id, sent }: z.infer<typeof catalogCalls.watchShare.body>,
  ): Promise<z.infer<typeof catalogCalls.watchShare.answer>> {
    const day = this.shares.catalog.clock.now().toISOString().slice(0, 10);
    const [share, sentToday] = await Promise.all([
      readOpenShare(this.shares, drive, id),
      this.shares.counts.send(drive, id, day, sent),
    ]);
    return { share, sentToday };
  }

  @Internal(catalogCalls.countShare)
  async count(
    @Param() { drive }: OfDrive,
    @Body() { id, what, limit, back }: z.infer<typeof catalogCalls.countShare.body>,
  ): Promise<{ counted: boolean }> {
    if (!back) return { counted: await this.shares.counts.add(drive, id, what, limit) };
    await this.shares.counts.takeBack(drive, id, what);
    return { counted: true };
  }

  @Internal(catalogCalls.saveShare)
  save(
    @Param() { drive }: OfDrive,
    @Body() { id, generation, into }: z.infer<typeof catalogCalls.saveShare.body>,
  ): Promise<z.infer<typeof catalogCalls.saveShare.answer>> {
    const { opId, folderId, ...account } = into;
    return saveShare(this.shares, { drive, id, generation }, { account, folderId }, opId);
  }

  @Internal(catalogCalls.newestWithin)
  async newest(
    @Param() { drive }: OfDrive,
    @Query() { within }: z.infer<typeof catalogCalls.newestWithin.query>,
  ): Promise<z.infer<typeof catalogCalls.newestWithin.answer>> {
    return { elements: await newestWithin(this.shares.catalog, drive, within) };
  }
}
