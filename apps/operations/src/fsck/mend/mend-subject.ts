import type { Installation } from '../../installation.js';
import type { Check, Subject } from '../check.js';
import { confirmed } from '../confirm.js';
import type { Finding, LeftFinding, MendedFinding } from '../finding.js';
import { adviceFor } from './advice.js';
import type { Doubts } from './doubts.js';
import type { Mend } from './mend.js';
import { mendFor } from './mends.js';

export interface MendedSubject {
  mended: MendedFinding[];
  left: LeftFinding[];
}

export interface SubjectFound {
  check: Pick<Check, 'name' | 'betweenServices'>;
  subject: Subject;
  findings: readonly Finding[];
}

/** Mends what a check has found of a subject as far as it can be, and looks again. */
export async function mendSubject(
  installation: Installation,
  { check, subject, findings }: SubjectFound,
  doubts: Doubts,
  signal: AbortSignal,
): Promise<MendedSubject> {
  const left: LeftFinding[] = [];
  const tried: Finding[] = [];
  const ways = new Map<Mend, Finding[]>();
  for (const finding of findings) {
    const mend = mendFor(finding.rule);
    const doubt = mend && doubts.against(finding, mend);
    if (mend && doubt === null) ways.set(mend, [...(ways.get(mend) ?? []), finding]);
    else left.push({ ...finding, advice: doubt ?? adviceFor(finding.rule) });
  }
  for (const [mend, its] of ways) {
    signal.throwIfAborted();
    const refused = await refusalOf(() => mend.run(installation, its));
    if (refused === null) tried.push(...its);
    else left.push(...its.map((finding) => ({ ...finding, advice: refused })));
  }
  if (tried.length === 0) return { mended: [], left };
  const again = await foundAgain(installation, { check, subject, findings }, signal);
  const seen = new Set([...left, ...again].map(({ message }) => message));
  const known = new Set(left.map(({ message }) => message));
  return {
    mended: tried
      .filter(({ message }) => !seen.has(message))
      .map((finding) => ({ ...finding, done: mendFor(finding.rule)?.done ?? '' })),
    left: [
      ...left,
      ...again
        .filter(({ message }) => !known.has(message))
        .map((finding) => ({ ...finding, advice: adviceFor(finding.rule) })),
    ],
  };
}

/** A drive is looked at whole. Of a list the next pages are looked at too, which have their own turn. */
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

/** What went wrong, in words; null when nothing did. One drive that can't be mended keeps no other from it. */
async function refusalOf(run: () => Promise<void>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
