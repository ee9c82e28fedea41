import type { Finding, Findings } from './finding.js';
import type { FsckReport } from './run-fsck.js';

/** The report for people to read: each check with what it found. */
export function fsckText(
  { checked, drives }: Pick<FsckReport, 'checked' | 'drives'>,
  findings: Pick<Findings, 'kept' | 'count' | 'of'>,
): string {
  const lines = Object.entries(checked).flatMap(([name, count]) => {
    const broken = findings.of(name);
    const shown = findings.kept.filter(({ check }) => check === name);
    const result = broken === 0 ? 'all is well' : `${broken} found`;
    const head = `${broken === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${String(count).padStart(6)} looked at, ${result}`;
    return [
      head,
      ...shown.map(lineOf),
      ...(shown.length < broken ? [`    and ${broken - shown.length} more`] : []),
    ];
  });
  const sum = findings.count === 0 ? 'No rule is broken' : `${findings.count} broken`;
  return [...lines, '', `${sum}; drives: ${drives}`].join('\n');
}

function lineOf({ rule, number, service, drive, message }: Finding): string {
  const where = drive === null ? service : `${service}, drive ${drive}`;
  return `    ${number === null ? rule : `rule ${number}, ${rule}`} (${where}): ${message}`;
}
