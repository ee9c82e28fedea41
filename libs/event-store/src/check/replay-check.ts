import type { DriveId } from '@skyshelf/contracts';
import { effectOf, eventId, type StoreRules } from '../commands/store-rules.js';
import { emptyTotals, type Totals } from '../commands/totals.js';
import type { EventRecord } from '../drive-storage.js';
import { applyToRows } from '../model-text.js';
import type { DomainEvent, Row } from '../port.js';
import type { Growth } from './check-counters.js';
import { finding, type Finding } from './finding.js';

/** What a drive's events make, and what is wrong with the stream itself. */
export interface Replay<R extends Row> {
  rows: Map<string, R>;
  totals: Totals;
  growths: Growth[];
  largestQuota: number;
  findings: Finding[];
}

/** Rule 1, as far as a stream can tell: no version is missing, none is out of place, every event can be read. */
export async function replayForCheck<E extends DomainEvent, R extends Row>(
  rules: StoreRules<E, R>,
  drive: DriveId,
  records: AsyncIterable<EventRecord>,
): Promise<Replay<R>> {
  const replay: Replay<R> = {
    rows: new Map(),
    totals: emptyTotals,
    growths: [],
    largestQuota: rules.defaultQuota,
    findings: [],
  };
  const gaps: string[] = [];
  const unreadable: string[] = [];
  let last = 0;
  for await (const record of records) {
    if (record.version !== last + 1 || record.id !== eventId(rules.service, drive, record.version))
      gaps.push(String(record.version));
    last = record.version;
    try {
      step(rules, replay, record);
    } catch {
      unreadable.push(record.id);
    }
  }
  if (gaps.length > 0)
    replay.findings.push(
      finding(drive, 1, 'events.gap', 'Versions are missing or out of place before these.', gaps),
    );
  if (unreadable.length > 0)
    replay.findings.push(finding(drive, 2, 'events.unreadable', 'Events cannot be read.', unreadable));
  replay.totals = { ...replay.totals, version: last };
  return replay;
}

/** Rule 1: the drive stands at its last event. */
export const versionFindings = (drive: DriveId, stored: number, last: number): Finding[] =>
  stored === last
    ? []
    : [finding(drive, 1, 'events.gap', `The drive is at version ${stored}, its last event is ${last}.`)];

function step<E extends DomainEvent, R extends Row>(
  rules: StoreRules<E, R>,
  replay: Replay<R>,
  record: EventRecord,
): void {
  const effect = effectOf(rules, record);
  applyToRows(replay.rows, effect.changes);
  const before = replay.totals;
  replay.totals = effect.add(before);
  replay.largestQuota = Math.max(replay.largestQuota, replay.totals.quota ?? 0);
  if (replay.totals.used > before.used)
    replay.growths.push({
      version: record.version,
      used: replay.totals.used,
      largestQuota: replay.largestQuota,
    });
}
