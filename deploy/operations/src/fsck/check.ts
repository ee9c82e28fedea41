import type { DriveId, ServiceName } from '@skyshelf/contracts';
import { ruleNumber, type Finding } from './finding.js';
import type { Installation } from '../installation.js';

/** A broken rule, as whoever looked says it. */
export interface Problem {
  rule: string;
  message: string;
}

/** Something that can be looked at on its own: a drive, an outbox. */
export interface Subject {
  service: ServiceName;
  drive: DriveId | null;
  look(): Promise<Problem[]>;
}

/** One kind of look over the installation. */
export interface Check {
  /** Word for the report, e.g. `outboxes`. */
  name: string;
  subjects(installation: Installation): AsyncIterable<Subject> | Iterable<Subject>;
}

const LOOKS = 3;
const PAUSE_MS = 500;

/**
 * What is wrong with a subject. While people work, an effect may be on its way, so a problem counts only when it is found again after a moment, twice.
 */
export async function confirmed(
  check: Check,
  subject: Subject,
  { pause }: Pick<Installation, 'pause'>,
): Promise<Finding[]> {
  let problems = await subject.look();
  for (let look = 2; look <= LOOKS && problems.length > 0; look += 1) {
    await pause(PAUSE_MS);
    const again = new Set((await subject.look()).map(({ message }) => message));
    problems = problems.filter(({ message }) => again.has(message));
  }
  const { service, drive } = subject;
  return problems.map(({ rule, message }) => ({
    check: check.name,
    rule,
    number: ruleNumber(rule),
    service,
    drive,
    message,
  }));
}
