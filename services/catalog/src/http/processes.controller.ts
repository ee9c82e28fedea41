import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { cancelProcess } from '../application/commands/cancel-process.js';
import { undoOperations } from '../application/commands/undo-operations.js';
import { listProcesses } from '../application/processes/stored-processes.js';
import { CATALOG } from '../catalog.runtime.js';

type Cancel = typeof routes.cancelProcess;

@Controller()
export class ProcessesController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.listProcesses)
  async list(@CurrentUser() user: Caller): Promise<AnswerOf<typeof routes.listProcesses>> {
    return { docs: await listProcesses(this.catalog, user) };
  }

  @Route(routes.cancelProcess)
  async cancel(
    @Body() { process, exact = false }: BodyOf<Cancel>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Cancel>> {
    const ops = await cancelProcess(this.catalog, user, opId, process, { exact });
    this.catalog.longCommands.wake();
    return { docs: { result: { ok: 1 }, ops } };
  }

  @Route(routes.undo)
  async undo(
    @Body() { operation }: BodyOf<typeof routes.undo>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<typeof routes.undo>> {
    const docs = await undoOperations(this.catalog, user, opId, [operation].flat());
    this.catalog.longCommands.wake();
    return { docs, operation: opId };
  }
}
