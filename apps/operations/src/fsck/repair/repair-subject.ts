import type { Installation } from '../../installation.js';
import type { Check, Finding, LeftFinding, RepairedFinding, Subject } from '../finding.js';
import { confirmed, type UncertainFindings } from '../confirm.js';
import { adviceFor, repairFor } from './repairs.js';
import type { Repair } from './repair.js';

interface RepairedSubject {
  repaired: RepairedFinding[];
  left: LeftFinding[];
}

interface SubjectFound {
  check: Pick<Check, 'name' | 'betweenServices'>;
  subject: Subject;
  findings: readonly Finding[];
}

/** As far as possible, then looks again. */
export async function repairSubject(
  installation: Installation,
  { check, subject, findings }: SubjectFound,
  doubts: UncertainFindings,
  signal: AbortSignal,
): Promise<RepairedSubject> {
  const left: LeftFinding[] = [];
  const tried: Finding[] = [];
  const ways = new Map<Repair, Finding[]>();
  for (const finding of findings) {
    const repair = repairFor(finding.rule);
    const doubt = repair && doubts.against(finding, repair);
    if (repair && doubt === null) ways.set(repair, [...(ways.get(repair) ?? []), finding]);
    else left.push({ ...finding, advice: doubt ?? adviceFor(finding.rule) });
  }
  for (const [repair, its] of ways) {
    signal.throwIfAborted();
    const refused = await refusalOf(() => repair.run(installation, its));
    if (refused === null) tried.push(...its);
    else left.push(...its.map((finding) => ({ ...finding, advice: refused })));
  }
  if (tried.length === 0) return { repaired: [], left };
  const again = await foundAgain(installation, { check, subject, findings }, signal);
  const seen = new Set([...left, ...again].map(({ message }) => message));
  const known = new Set(left.map(({ message }) => message));
  return {
    repaired: tried
      .filter(({ message }) => !seen.has(message))
      .map((finding) => ({ ...finding, done: repairFor(finding.rule)?.done ?? '' })),
    left: [
      ...left,
      ...again
        .filter(({ message }) => !known.has(message))
        .map((finding) => ({ ...finding, advice: adviceFor(finding.rule) })),
    ],
  };
}

/** Drives are looked at whole; a list's next pages have their own turn. */
async function foundAgain(
  installation: Installation,
  { check, subject: { found: _, ...subject }, findings }: SubjectFound,
  signal: AbortSignal,
): Promise<Finding[]> {
  const again = await confirmed(check, subject, installation, signal);
  if (subject.drive !== null) return again;
  const messages = new Set(findings.map(({ message }) => message));
  return again.filter(({ message }) => messages.has(message));
}

/** Is null after a success. One failure must not stop the others. */
async function refusalOf(run: () => Promise<void>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
