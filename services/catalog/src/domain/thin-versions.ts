import { limits } from '@skyshelf/contracts';

export interface DatedVersion {
  /** These bytes came then. Format: ISO 8601, UTC. */
  since: string;
  /** Kept for good. */
  isNamed: boolean;
}

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const LAST_MS = 90 * DAY_MS;

/** Whole hours and days, so that which ones stay does not depend on when they are looked at. */
function spanOf(since: number, age: number): string | null {
  if (age < DAY_MS) return `moment ${since}`;
  if (age < WEEK_MS) return `hour ${Math.floor(since / HOUR_MS)}`;
  if (age < LAST_MS) return `day ${Math.floor(since / DAY_MS)}`;
  return null;
}

/**
 * Answers the versions of one file that go: of the last day all stay, of a week the last one of each hour, of
 * 90 days the last one of each day, and at most `most` in all. Those with a name always stay.
 */
export function thinnedOut<V extends DatedVersion>(
  versions: readonly V[],
  now: Date,
  most: number = limits.maxVersions,
): V[] {
  const latestFirst = versions
    .map((version) => ({ version, since: Date.parse(version.since) }))
    .toSorted((a, b) => b.since - a.since);
  const spans = new Set<string>();
  const gone: V[] = [];
  const stays: V[] = [];
  for (const { version, since } of latestFirst) {
    if (version.isNamed) continue;
    // A clock that was set back makes no version old.
    const span = spanOf(since, Math.max(0, now.getTime() - since));
    const isFirst = span !== null && (span.startsWith('moment') || !spans.has(span));
    if (span !== null) spans.add(span);
    (isFirst ? stays : gone).push(version);
  }
  const named = versions.length - stays.length - gone.length;
  return [...gone, ...stays.slice(Math.max(0, most - named))];
}
