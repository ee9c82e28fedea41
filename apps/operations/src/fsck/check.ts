import type { DriveId, Problem, ServiceName } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';

export type { Problem };

/** A drive, an outbox, a page of a long list. */
export interface Subject {
  service: ServiceName;
  drive: DriveId | null;
  /** Default 1. */
  size?: number;
  /** When finding it was a look already. */
  found?: readonly Problem[];
  look(): Promise<readonly Problem[]>;
}

export interface Scope {
  /** null: everything. */
  drive: DriveId | null;
}

export interface Check {
  /** In the report, e.g. `outboxes`. */
  name: string;
  /** Streamed: there may be any number. */
  subjects(installation: Installation, scope: Scope): AsyncIterable<Subject> | Iterable<Subject>;
  /** Approximate; null when unknown. */
  total?(installation: Installation, scope: Scope): Promise<number | null>;
  /** Compares services, so an effect on its way looks like a problem. */
  betweenServices?: boolean;
}
