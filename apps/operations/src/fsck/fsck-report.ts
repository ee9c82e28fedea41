import type { Report } from '../report.js';
import type { Finding, LeftFinding, RepairedFinding, Findings } from './finding.js';

/** `exitCode` 0: all rules hold now. */
export interface FsckReport extends Report {
  /** After repairs; the first thousand. */
  findings: (Finding | LeftFinding)[];
  /** In all. */
  broken: number;
  /** The first thousand. */
  repairs: RepairedFinding[];
  /** In all. */
  repaired: number;
  /** Of catalog. */
  drives: number;
  /** By check. */
  checked: Record<string, number>;
}

interface Found {
  left: Pick<Findings<Finding | LeftFinding>, 'kept' | 'count' | 'of'>;
  repaired: Pick<Findings<RepairedFinding>, 'kept' | 'count' | 'of'>;
}

export function fsckText(
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
