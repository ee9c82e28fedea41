import { confirmed, type Check } from './check.js';
import { namedBlobs, recordedBlobs, storedObjects } from './checks/blobs.js';
import { cursors } from './checks/cursors.js';
import { drives } from './checks/drives.js';
import { leftovers } from './checks/leftovers.js';
import { outboxes } from './checks/outboxes.js';
import { parkedEvents } from './checks/parked-events.js';
import { streams } from './checks/streams.js';
import type { Finding } from './finding.js';
import { drivesOf, type Installation } from '../installation.js';

/** What was checked and found. */
export interface FsckReport {
  findings: Finding[];
  /** Drives of catalog. */
  drives: number;
  /** How many subjects each check looked at. */
  checked: Record<string, number>;
  /** The same for people to read. */
  text: string;
  /** 0: all rules hold; 1: some do not. */
  exitCode: 0 | 1;
}

export interface FsckOptions {
  /** Also lists all that lies in the object store. */
  storage?: boolean;
}

/** Events first: the others look at what events have led to. */
const checks: readonly Check[] = [
  outboxes,
  parkedEvents,
  cursors,
  streams,
  drives,
  namedBlobs,
  recordedBlobs,
  leftovers,
];

/** Checks all data against the rules of docs/architecture.md; changes nothing. May run while people work. */
export async function runFsck(
  installation: Installation,
  { storage = false }: FsckOptions = {},
): Promise<FsckReport> {
  const findings: Finding[] = [];
  const checked: Record<string, number> = {};
  for (const check of storage ? [...checks, storedObjects] : checks) {
    checked[check.name] = 0;
    for await (const subject of check.subjects(installation)) {
      checked[check.name] = (checked[check.name] ?? 0) + 1;
      findings.push(...(await confirmed(check, subject, installation)));
    }
  }
  const known = (await drivesOf(installation, 'catalog')).length;
  return {
    findings,
    drives: known,
    checked,
    text: textOf(findings, checked, known),
    exitCode: findings.length > 0 ? 1 : 0,
  };
}

function textOf(findings: readonly Finding[], checked: Record<string, number>, drivesKnown: number): string {
  const lines = Object.entries(checked).flatMap(([name, count]) => {
    const its = findings.filter(({ check }) => check === name);
    const result = its.length === 0 ? 'all is well' : `${its.length} found`;
    const head = `${its.length === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${String(count).padStart(6)} looked at, ${result}`;
    return [head, ...its.map(lineOf)];
  });
  const sum = findings.length === 0 ? 'No rule is broken' : `${findings.length} broken`;
  return [...lines, '', `${sum}; drives: ${drivesKnown}`].join('\n');
}

function lineOf({ rule, number, service, drive, message }: Finding): string {
  const where = drive === null ? service : `${service}, drive ${drive}`;
  return `    ${number === null ? rule : `rule ${number}, ${rule}`} (${where}): ${message}`;
}
