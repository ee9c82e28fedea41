import { eventsPassed } from '../lag/backlog.js';
import type { Installation } from '../installation.js';
import { type Check, type Finding, type Problem, ruleNumber, type Subject } from './finding.js';
import type { Repair } from './repair/repair.js';

const LOOKS = 3;
const PAUSE_MS = 500;

/**
 * An effect may be on its way: a problem counts when found again, twice; between services, once more after
 * all earlier events arrived.
 */
export async function confirmed(
  check: Pick<Check, 'name' | 'betweenServices'>,
  subject: Subject,
  installation: Installation,
  signal: AbortSignal,
): Promise<Finding[]> {
  let problems = subject.found ?? (await subject.look());
  const stillThere = async () => {
    const again = new Set((await subject.look()).map(({ message }) => message));
    return problems.filter(({ message }) => again.has(message));
  };
  for (let look = 2; look <= LOOKS && problems.length > 0; look += 1) {
    signal.throwIfAborted();
    await installation.pause(PAUSE_MS);
    problems = await stillThere();
  }
  if (check.betweenServices && problems.length > 0) {
    await eventsPassed(installation, installation.now(), signal);
    problems = await stillThere();
  }
  return problems.map((problem) => findingOf(check, subject, problem));
}

const findingOf = (
  { name }: Pick<Check, 'name'>,
  { service, drive }: Subject,
  { rule, message, about }: Problem,
): Finding => ({
  check: name,
  rule,
  number: ruleNumber(rule),
  service,
  drive,
  message,
  ...(about && { about }),
});

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

/** Findings that make the truth uncertain: nothing may be derived from it. */
export class UncertainFindings {
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
