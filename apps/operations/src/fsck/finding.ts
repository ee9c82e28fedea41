import type { DriveId, Problem, ServiceName } from '@skyshelf/contracts';
import { type Installation, type StreamService, streamServices } from '../installation.js';
import { countDrives, drivesOf, findDrive } from '../drives.js';

export interface Finding {
  check: string;
  rule: string;
  /** In docs/architecture.md, "Rules that never break"; null: no such rule. */
  number: number | null;
  service: ServiceName;
  drive: DriveId | null;
  message: string;
  about?: Problem['about'];
}

export interface LeftFinding extends Finding {
  advice: string;
}

export interface RepairedFinding extends Finding {
  done: string;
}

/** The numbers of the rules in docs/architecture.md, by the reported name. */
const numbers: Readonly<Record<string, number>> = {
  'live-equals-replay': 2,
  'unique-names': 3,
  'reaches-root': 4,
  counters: 5,
  reserved: 5,
  'unnamed-bytes': 5,
  'named-blob-is-ready': 6,
  'named-blob-is-whole': 6,
  'named-blob-is-kept': 6,
  'derived-is-ready': 6,
  'reference-has-an-element': 6,
  'blob-has-its-bytes': 6,
  'unnamed-is-condemned': 6,
  'reference-names-a-blob': 6,
  'derived-has-a-source': 6,
  'within-quota': 8,
  'stream-without-gaps': 9,
  'cursor-within-stream': 9,
  'nothing-parked': 9,
  'events-published': 9,
  'reservation-ended': 10,
  'upload-ended': 10,
  'upload-is-known': 10,
};

export const ruleNumber = (rule: string): number | null => numbers[rule] ?? null;

const MOST_KEPT = 1_000;

/** Counts all, keeps the first thousand. */
export class Findings<F extends Finding = Finding> {
  readonly kept: F[] = [];
  private readonly counts = new Map<string, number>();

  add(found: readonly F[]): void {
    for (const finding of found) {
      this.counts.set(finding.check, this.of(finding.check) + 1);
      if (this.kept.length < MOST_KEPT) this.kept.push(finding);
    }
  }

  get count(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  of(check: string): number {
    return this.counts.get(check) ?? 0;
  }
}

export type { Problem };

/** A drive, an outbox, a page of a long list. */
export interface Subject {
  service: ServiceName;
  drive: DriveId | null;
  /** Default: 1. */
  size?: number;
  found?: readonly Problem[];
  look(): Promise<readonly Problem[]>;
}

export interface Scope {
  /** It is null for everything. */
  drive: DriveId | null;
}

export interface Check {
  /** The report uses it, e.g. `outboxes`. */
  name: string;
  /** Streamed: there may be any number. */
  subjects(installation: Installation, scope: Scope): AsyncIterable<Subject> | Iterable<Subject>;
  /** The number is an estimate; null when unknown. */
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
