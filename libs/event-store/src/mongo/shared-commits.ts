import { context, type Context } from '@opentelemetry/api';
import { DomainError } from '@skyshelf/contracts';
import { declareSpan } from '@skyshelf/telemetry';
import type { Row } from '../port.js';
import type { DriveDocument } from './documents.js';
import { isConflict, isTransient } from './failures.js';
import { passFences, StaleDrive } from './fence.js';
import { durably, type TransactionRunner } from './fenced-transaction.js';
import { BatchDeadline } from './batch-deadline.js';
import { writeBatches, type DecidedBatch, type WriteTarget } from './write-batches.js';

const MAX_DRIVES = 16;
const MAX_CHANGES = 256;
/** Further batches gather for the next one. */
const MAX_RUNNING = 2;

const commitSpan = declareSpan({
  name: 'drive commit',
  kind: 'internal',
  scope: '@skyshelf/event-store',
  help: 'The durable write of what was decided for one or several drives.',
  parent: 'the transaction of the first of these drives; linked to the others',
  attributes: { 'skyshelf.drives': 'how many drives share it' },
});

export interface RememberedBatch<R extends Row> extends DecidedBatch<R> {
  document: DriveDocument;
}

interface Waiting<R extends Row> {
  batch: RememberedBatch<R>;
  context: Context;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * One durable transaction for batches of several drives: the wait for the disk is most of a command's cost
 * (docs/decisions/009). If it fails, each goes on its own.
 */
export class SharedCommits<R extends Row> {
  private waiting: Waiting<R>[] = [];
  private running = 0;

  constructor(
    private readonly target: WriteTarget<R>,
    private readonly runner: TransactionRunner,
  ) {}

  /**
   * Resolves once on disk.
   * @throws StaleDrive; DomainError `drive.busy`; the server's error on a collision
   */
  commit(batch: RememberedBatch<R>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ batch, context: context.active(), resolve, reject });
      this.start();
    });
  }

  private start(): void {
    while (this.running < MAX_RUNNING && this.waiting.length > 0) {
      this.running += 1;
      void this.settle(this.take()).finally(() => {
        this.running -= 1;
        this.start();
      });
    }
  }

  private take(): Waiting<R>[] {
    let changes = 0;
    const end = this.waiting.findIndex(({ batch }, index) => {
      changes += batch.writes.changes.length;
      return index > 0 && (index === MAX_DRIVES || changes > MAX_CHANGES);
    });
    return this.waiting.splice(0, end === -1 ? this.waiting.length : end);
  }

  private async settle(group: Waiting<R>[]): Promise<void> {
    try {
      await this.writeTraced(group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      const final = group.length === 1 || error instanceof DomainError;
      for (const each of group) {
        if (final) each.reject(isConflict(error) ? new StaleDrive(undefined, { cause: error }) : error);
        else await this.settle([each]);
      }
    }
  }

  private writeTraced(group: readonly Waiting<R>[]): Promise<void> {
    const [parent, ...links] = group.map((each) => each.context);
    const attributes = { 'skyshelf.drives': group.length };
    return commitSpan.run({ parent, links, attributes }, () => this.write(group.map(({ batch }) => batch)));
  }

  /** A conflict is not waited for: the drive must be read again. */
  private write(batches: RememberedBatch<R>[]): Promise<void> {
    const again = (error: unknown): boolean => isTransient(error) && !isConflict(error);
    const passes = batches.map(({ document, writes }) => ({ document, totals: writes.after }));
    return durably(
      this.runner,
      async (session) => {
        await passFences(this.target.collections, session, passes);
        await writeBatches(this.target, session, batches);
        return { value: undefined, commit: true };
      },
      // Each drive's own limit ends its wait.
      new BatchDeadline(),
      again,
    );
  }
}
