import { eventsPassed } from '../lag/backlog.js';
import type { Installation } from '../installation.js';
import type { Check, Problem, Subject } from './check.js';
import { ruleNumber, type Finding } from './finding.js';

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
