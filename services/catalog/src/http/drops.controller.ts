import { Body, Controller, Inject } from '@nestjs/common';
import { asForSender, routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { admitDrops } from '../application/drops/admit-drop.js';
import { cancelDrops, readDrops } from '../application/drops/own-drops.js';
import { senderOf, startDrop } from '../application/drops/start-drop.js';
import { CATALOG } from '../catalog.runtime.js';

type Start = typeof routes.startDrop;
type Admit = typeof routes.admitDrops;
type Cancel = typeof routes.cancelDrops;
type Read = typeof routes.readDrops;

@Controller()
export class DropsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.startDrop)
  async start(
    @Body() body: BodyOf<Start>,
    @CurrentUser() caller: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Start>> {
    return asForSender(() => startDrop(this.catalog, senderOf(caller), opId, body));
  }

  @Route(routes.admitDrops)
  async admit(@Body() { files }: BodyOf<Admit>, @CurrentUser() caller: Caller): Promise<AnswerOf<Admit>> {
    const receipts = files.map(({ receipt }) => receipt);
    return asForSender(() => admitDrops(this.catalog, senderOf(caller), receipts));
  }

  @Route(routes.cancelDrops)
  async cancel(
    @Body() { uploads }: BodyOf<Cancel>,
    @CurrentUser() caller: Caller,
  ): Promise<AnswerOf<Cancel>> {
    return asForSender(() => cancelDrops(this.catalog, senderOf(caller), uploads));
  }

  @Route(routes.readDrops)
  async read(@Body() { uploads }: BodyOf<Read>, @CurrentUser() caller: Caller): Promise<AnswerOf<Read>> {
    return readDrops(this.catalog, senderOf(caller), uploads);
  }
}
