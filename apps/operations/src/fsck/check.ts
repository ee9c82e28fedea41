import type { DriveId, Problem, ServiceName } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';
import { countDrives, drivesOf, findDrive } from '../drives.js';
import { streamServices, type StreamService } from '../services.js';

export type { Problem };

/** A drive, an outbox, a page of a long list. */
export interface Subject {
  service: ServiceName;
  drive: DriveId | null;
  /** Default 1. */
  size?: number;
  /** If finding it was a look. */
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
  /** Approximate; null: unknown. */
  total?(installation: Installation, scope: Scope): Promise<number | null>;
  /** Between services, an effect on its way looks like a problem. */
  betweenServices?: boolean;
}

export async function* drivesInScope(
  installation: Installation,
  service: StreamService,
  scope: Scope,
): AsyncGenerator<DriveId> {
  if (scope.drive === null) for await (const { drive } of drivesOf(installation, service)) yield drive;
  else if (await findDrive(installation, service, scope.drive)) yield scope.drive;
}

export async function countInScope(installation: Installation, { drive }: Scope): Promise<number | null> {
  if (drive !== null) return null;
  const counts = await Promise.all(streamServices.map((service) => countDrives(installation, service)));
  return counts.reduce((sum, count) => sum + count, 0);
}
