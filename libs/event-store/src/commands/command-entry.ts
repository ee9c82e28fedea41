import type { OpId } from '@skyshelf/contracts';
import type { Command, CommandOrigin, DomainEvent, Row } from '../port.js';

/** A command on its way: what a drive's queue holds. Slice and answer are the command's own affair. */
export interface CommandEntry<E extends DomainEvent, R extends Row> {
  opId: OpId;
  command: Command<E, R, unknown, unknown, never, object>;
  /** Hash of the payload. */
  hash: string;
  origin: CommandOrigin;
}

/** How a command came out. `repeated`: it had happened before, this is its answer of then. */
export type Outcome =
  | { kind: 'done' | 'no-op' | 'repeated'; answer: unknown }
  | { kind: 'refused'; error: unknown };
