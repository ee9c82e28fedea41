import type { OpId } from '@skyshelf/contracts';
import type { Command, CommandOrigin, DomainEvent, Row } from '../port.js';

export interface CommandEntry<E extends DomainEvent, R extends Row> {
  opId: OpId;
  command: Command<E, R, unknown, unknown, never, object>;
  hash: string;
  origin: CommandOrigin;
}

/** `repeated`: it happened before; this is its first answer. */
export type Outcome =
  | { kind: 'done' | 'no-op' | 'repeated'; answer: unknown }
  | { kind: 'refused'; error: unknown };
