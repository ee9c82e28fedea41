import type { DriveId, Problem, ServiceName } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';

export type { Problem };

/** Something that can be looked at on its own: a drive, an outbox, a page of a long list. */
export interface Subject {
  service: ServiceName;
  drive: DriveId | null;
  /** How many things it stands for; default 1. */
  size?: number;
  /** What a first look found, when finding the subject was a look already. */
  found?: readonly Problem[];
  look(): Promise<readonly Problem[]>;
}

/** What the operator wants checked. */
export interface Scope {
  /** This drive alone; null: everything. */
  drive: DriveId | null;
}

/** One kind of look over the installation. */
export interface Check {
  /** Word for the report, e.g. `outboxes`. */
  name: string;
  /** Found one after the other, so that there may be any number. */
  subjects(installation: Installation, scope: Scope): AsyncIterable<Subject> | Iterable<Subject>;
  /** About how many things it will look at; null when no one knows. */
  total?(installation: Installation, scope: Scope): Promise<number | null>;
  /** It compares what several services have, so an effect that is on its way between them looks like a problem. */
  betweenServices?: boolean;
}
