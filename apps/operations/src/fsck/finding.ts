import type { DriveId, Problem, ServiceName } from '@skyshelf/contracts';

/** What a check found: a rule that does not hold. */
export interface Finding {
  /** The check that found it. */
  check: string;
  /** The rule in a word or two. */
  rule: string;
  /** Its number in docs/architecture.md, "Rules that never break"; null for what is no rule but wants an operator. */
  number: number | null;
  service: ServiceName;
  drive: DriveId | null;
  message: string;
  /** What it is about, as the check says it. */
  about?: Problem['about'];
}

/** What `--repair` could not repair. */
export interface LeftFinding extends Finding {
  /** Why, and what the operator can do. */
  advice: string;
}

/** What `--repair` has repaired. */
export interface RepairedFinding extends Finding {
  /** How. */
  done: string;
}

/** The rules that the checks speak of, by the name under which they report. */
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

/** What a run found: all of it counted, the first thousand kept. */
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

  /** How many a check found. */
  of(check: string): number {
    return this.counts.get(check) ?? 0;
  }
}
