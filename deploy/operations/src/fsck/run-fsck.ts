import { DomainError, type DriveId } from '@skyshelf/contracts';
import { countDrives, findDrive } from '../drives.js';
import type { Installation } from '../installation.js';
import { ProgressTeller } from '../progress-teller.js';
import { silentCaller, type Caller, type Report } from '../report.js';
import { severalAtATime } from '../several-at-a-time.js';
import type { Check, Scope } from './check.js';
import { namedBlobs, recordedBlobs, references, storedMultiparts, storedObjects } from './checks/blobs.js';
import { cursors } from './checks/cursors.js';
import { drives } from './checks/drives.js';
import { leftovers } from './checks/leftovers.js';
import { outboxes } from './checks/outboxes.js';
import { parkedEvents } from './checks/parked-events.js';
import { streams } from './checks/streams.js';
import { confirmed } from './confirm.js';
import { Findings, type Finding } from './finding.js';
import { fsckText } from './fsck-text.js';

/** What was checked and found. `exitCode` 0: all rules hold; 1: some do not. */
export interface FsckReport extends Report {
  /** The first thousand. */
  findings: Finding[];
  /** How many there are. */
  broken: number;
  /** Drives of catalog. */
  drives: number;
  /** How many things each check looked at. */
  checked: Record<string, number>;
}

export interface FsckOptions {
  /** This drive alone. */
  drive?: DriveId;
  /** Also lists all that lies in the object store. */
  storage?: boolean;
}

/** Events first: the others look at what events have led to. */
const checks: readonly Check[] = [
  ...[outboxes, parkedEvents, cursors, streams, drives],
  ...[namedBlobs, recordedBlobs, references, leftovers],
];
const storeChecks: readonly Check[] = [storedObjects, storedMultiparts];

/** Most looks wait for a database. */
const AT_A_TIME = 4;

/**
 * Checks all data against the rules of docs/architecture.md; changes nothing. May run while people work, and on any number of drives.
 * @throws DomainError `input.invalid` for a drive that nobody knows
 */
export async function runFsck(
  installation: Installation,
  { drive, storage = false }: FsckOptions = {},
  caller: Caller = silentCaller,
): Promise<FsckReport> {
  const scope: Scope = { drive: drive ?? null };
  if (drive && !(await isKnown(installation, drive))) {
    throw new DomainError('input.invalid', { field: 'drive', message: `There is no drive ${drive}.` });
  }
  const findings = new Findings();
  const checked: Record<string, number> = {};
  for (const check of storage ? [...checks, ...storeChecks] : checks) {
    checked[check.name] = await runCheck(installation, check, scope, findings, caller);
  }
  const report = {
    findings: findings.kept,
    broken: findings.count,
    drives: drive ? 1 : await countDrives(installation, 'catalog'),
    checked,
  };
  return { ...report, text: fsckText(report, findings), exitCode: findings.count > 0 ? 1 : 0 };
}

async function isKnown(installation: Installation, drive: DriveId): Promise<boolean> {
  const found = await Promise.all([
    findDrive(installation, 'catalog', drive),
    findDrive(installation, 'billing', drive),
  ]);
  return found.some((each) => each !== null);
}

/** @returns how much was looked at */
async function runCheck(
  installation: Installation,
  check: Check,
  scope: Scope,
  findings: Findings,
  caller: Caller,
): Promise<number> {
  const teller = new ProgressTeller(caller, installation.now);
  const total = (await check.total?.(installation, scope)) ?? null;
  let looked = 0;
  await severalAtATime(
    check.subjects(installation, scope),
    AT_A_TIME,
    async (subject) => {
      findings.add(await confirmed(check, subject, installation, caller.signal));
      looked += subject.size ?? 1;
      teller.tell({ step: `${check.name} checked`, done: looked, total });
    },
    caller.signal,
  );
  return looked;
}
