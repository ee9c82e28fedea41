import { DomainError, type DriveId } from '@skyshelf/contracts';
import { countDrives, findDrive } from '../drives.js';
import type { Installation } from '../installation.js';
import { type Caller, ProgressReporter, type Report, silentCaller } from '../report.js';
import { mapConcurrently } from '../map-concurrently.js';
import { claimsOf } from '../archive/restore-claim.js';
import {
  type Check,
  type Finding,
  Findings,
  type LeftFinding,
  type RepairedFinding,
  type Scope,
  type Subject,
} from './finding.js';
import {
  namedBlobs,
  recordedBlobs,
  references,
  storedMultiparts,
  storedObjects,
  unnamedBytes,
} from './checks/blobs.js';
import { cursors, outboxes, parkedEvents } from './checks/events.js';
import { deletions, imports, leftovers, stuckJobs } from './checks/unfinished-work.js';
import { drives, streams } from './checks/drives.js';
import { keptReferences } from './checks/kept-references.js';
import { confirmed, UncertainFindings } from './confirm.js';
import { repairSubject } from './repair/repair-subject.js';

/** `exitCode` 0: all rules hold now. */
export interface FsckReport extends Report {
  findings: (Finding | LeftFinding)[];
  broken: number;
  repairs: RepairedFinding[];
  repaired: number;
  drives: number;
  checked: Record<string, number>;
}

interface Found {
  left: Pick<Findings<Finding | LeftFinding>, 'kept' | 'count' | 'of'>;
  repaired: Pick<Findings<RepairedFinding>, 'kept' | 'count' | 'of'>;
}

function fsckText(
  { checked, drives }: Pick<FsckReport, 'checked' | 'drives'>,
  { left, repaired }: Found,
): string {
  const lines = Object.entries(checked).flatMap(([name, count]) => {
    const broken = left.of(name);
    const whole = repaired.of(name);
    const head = `${broken === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${String(count).padStart(6)} looked at, ${resultOf(broken, whole)}`;
    return [head, ...shown(repaired, name), ...shown(left, name)];
  });
  const sum = left.count === 0 ? 'No rule is broken' : `${left.count} broken`;
  const done = repaired.count === 0 ? '' : `, ${repaired.count} repaired`;
  return [...lines, '', `${sum}${done}; drives: ${drives}`].join('\n');
}

const resultOf = (broken: number, repaired: number): string =>
  [
    broken > 0 ? `${broken} found` : repaired === 0 ? 'all is well' : '',
    repaired > 0 ? `${repaired} repaired` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

function shown(found: Found['left'] | Found['repaired'], name: string): string[] {
  const kept = found.kept.filter(({ check }) => check === name);
  const more = found.of(name) - kept.length;
  return [...kept.map(textOf), ...(more > 0 ? [`    and ${more} more`] : [])];
}

function textOf(finding: Finding | LeftFinding | RepairedFinding): string {
  const line = lineOf(finding);
  if ('done' in finding) return `${line}\n        repaired: ${finding.done}`;
  return 'advice' in finding ? `${line}\n        left: ${finding.advice}` : line;
}

function lineOf({ rule, number, service, drive, message }: Finding): string {
  const where = drive === null ? service : `${service}, drive ${drive}`;
  return `    ${number === null ? rule : `rule ${number}, ${rule}`} (${where}): ${message}`;
}

export interface FsckOptions {
  drive?: DriveId;
  storage?: boolean;
  repair?: boolean;
}

/** Events first: others look at their effects. */
const checks: readonly Check[] = [
  outboxes,
  parkedEvents,
  imports,
  cursors,
  streams,
  drives,
  namedBlobs,
  keptReferences,
  recordedBlobs,
  unnamedBytes,
  references,
  leftovers,
  stuckJobs,
  deletions,
];
const storeChecks: readonly Check[] = [storedObjects, storedMultiparts];

/** Most looks wait for a database. */
const AT_A_TIME = 4;

/**
 * Checks the rules of docs/architecture.md. Changes nothing unless it repairs, and then removes nothing made by users.
 * May run during use.
 * @throws DomainError `input.invalid` for an unknown drive
 */
export async function runFsck(
  installation: Installation,
  { drive, storage = false, repair = false }: FsckOptions = {},
  caller: Caller = silentCaller,
): Promise<FsckReport> {
  const scope: Scope = { drive: drive ?? null };
  if (drive && !(await isKnown(installation, drive))) {
    throw new DomainError('input.invalid', { field: 'drive', message: `There is no drive ${drive}.` });
  }
  const run = new FsckRun(installation, scope, repair, caller);
  const checked: Record<string, number> = {};
  for (const check of storage ? [...checks, ...storeChecks] : checks) {
    checked[check.name] = await run.check(check);
  }
  const report = {
    findings: run.left.kept,
    broken: run.left.count,
    repairs: run.repaired.kept,
    repaired: run.repaired.count,
    drives: drive ? 1 : await countDrives(installation, 'catalog'),
    checked,
  };
  return { ...report, text: fsckText(report, run), exitCode: run.left.count > 0 ? 1 : 0 };
}

async function isKnown(installation: Installation, drive: DriveId): Promise<boolean> {
  const found = await Promise.all([
    findDrive(installation, 'catalog', drive),
    findDrive(installation, 'billing', drive),
  ]);
  return found.some((each) => each !== null);
}

class FsckRun {
  readonly left = new Findings<Finding | LeftFinding>();
  readonly repaired = new Findings<RepairedFinding>();
  private readonly doubts = new UncertainFindings();

  constructor(
    private readonly installation: Installation,
    private readonly scope: Scope,
    private readonly repair: boolean,
    private readonly caller: Caller,
  ) {}

  /** @returns how much was looked at */
  async check(check: Check): Promise<number> {
    const { installation, scope, caller } = this;
    const teller = new ProgressReporter(caller, installation.now);
    const total = (await check.total?.(installation, scope)) ?? null;
    const step = `${check.name} checked${this.repair ? ' and repaired' : ''}`;
    let looked = 0;
    await mapConcurrently(
      check.subjects(installation, scope),
      AT_A_TIME,
      async (subject) => {
        await this.look(check, subject);
        looked += subject.size ?? 1;
        teller.tell({ step, done: looked, total });
      },
      caller.signal,
    );
    return looked;
  }

  private async look(check: Check, subject: Subject): Promise<void> {
    const { installation, doubts, caller } = this;
    const findings = await this.settled(await confirmed(check, subject, installation, caller.signal));
    if (findings.length === 0) return;
    if (!this.repair) return this.left.add(findings);
    const { repaired, left } = await repairSubject(
      installation,
      { check, subject, findings },
      doubts,
      caller.signal,
    );
    this.repaired.add(repaired);
    this.left.add(left);
    doubts.note(left);
  }

  /** Leaves out drives that are being imported. */
  private async settled(findings: Finding[]): Promise<Finding[]> {
    if (findings.length === 0) return findings;
    const claims = await claimsOf(this.installation);
    const coming = new Set(claims.filter(({ underWay }) => underWay).map(({ drive }) => drive));
    return findings.filter(({ drive, about }) => {
      const of = drive ?? about?.drive ?? null;
      return of === null || !coming.has(of);
    });
  }
}
