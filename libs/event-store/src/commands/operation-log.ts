import { DomainError, type OpId } from '@skyshelf/contracts';
import type { DriveTransaction } from '../drive-storage.js';
import type { Row } from '../port.js';

interface Operation {
  hash: string;
  answer: unknown;
}

/**
 * Finds which of a batch's operations happened already. It is asked once a batch, when a command yields no event: the
 * unique index covers the others. After the index refused a batch, the next attempt asks first (`eager`).
 */
export class OperationLog<R extends Row> {
  private readonly done = new Map<OpId, Operation>();
  private asked = false;

  constructor(
    private readonly transaction: Pick<DriveTransaction<R>, 'operations'>,
    private readonly opIds: readonly OpId[],
    private readonly eager: boolean,
  ) {}

  async before(opId: OpId): Promise<Operation | undefined> {
    return this.eager ? this.find(opId) : this.done.get(opId);
  }

  async find(opId: OpId): Promise<Operation | undefined> {
    if (!this.asked) {
      for (const { opId: id, ...operation } of await this.transaction.operations(this.opIds))
        this.done.set(id, operation);
      this.asked = true;
    }
    return this.done.get(opId);
  }

  add(opId: OpId, operation: Operation): void {
    this.done.set(opId, operation);
  }
}

/** @throws DomainError `operation.reused` when the id stood for another intention */
export function storedAnswer(operation: Operation, hash: string): unknown {
  if (operation.hash !== hash) throw new DomainError('operation.reused');
  return operation.answer;
}
