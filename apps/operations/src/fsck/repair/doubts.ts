import type { Finding } from '../finding.js';
import type { Repair } from './repair.js';

/** The drive's stream was changed. */
const ofStreams = new Set(['stream-without-gaps']);
/** The services' data are from different moments. */
const ofMoments = new Set([
  'nothing-parked',
  'cursor-within-stream',
  'events-published',
  'import-ended',
  'live-equals-replay',
  'unique-names',
  'reaches-root',
]);

/** Where the truth is uncertain, nothing may be derived from it. */
export class Doubts {
  private readonly found: Finding[] = [];

  /** Found and not repaired. */
  note(left: readonly Finding[]): void {
    this.found.push(...left.filter(({ rule }) => ofStreams.has(rule) || ofMoments.has(rule)));
  }

  /** Why a finding may not be repaired; null when it may. */
  against(finding: Finding, { trusts }: Pick<Repair, 'trusts'>): string | null {
    const drive = finding.drive ?? finding.about?.drive ?? null;
    const reason = this.found.find((other) => {
      if (trusts === 'stream') return ofStreams.has(other.rule) && isOf(other, drive);
      return other.rule === 'events-published' || drive === null || isOf(other, drive);
    });
    return reason ? `Not touched as long as this is so: ${reason.message}` : null;
  }
}

const isOf = ({ drive, about }: Finding, other: string | null): boolean => (drive ?? about?.drive) === other;
