import type { ListedRecord } from '../../history/records.js';
import { ExpectedDrive, type Command } from '../expected-drive.js';
import type { Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';

/**
 * Checks that a worker's listing of its own folder, with no command of its own under way, is what was acknowledged to
 * it; files that it reads are its own bytes.
 */
export function checkReadYourWrites({ history, commands, report }: Inspection): void {
  const rule = report.rule('read your writes');
  const byWorker = Map.groupBy(commands, ({ user, worker }) => `${user}/${worker}`);
  for (const listing of recordsOf(history, 'listed')) {
    const { user, worker, at } = listing;
    const problems = compare(listing, byWorker.get(`${user}/${worker}`) ?? []);
    rule.expect(
      problems.length === 0,
      () => `${worker} listed at ${at}: ${problems.slice(0, 3).join('; ')}`,
      user,
    );
  }
  for (const { user, address, status, sha256, expected } of recordsOf(history, 'file'))
    rule.expect(
      status === 200 && sha256 === expected,
      () => `${address} was read as ${status} with other bytes`,
      user,
    );
}

function compare({ folderId, docs, at }: ListedRecord, commands: readonly Command[]): string[] {
  const drive = new ExpectedDrive();
  const open = { outcome: 'unknown' as const };
  for (const command of commands) {
    if (command.at > at) break;
    const end = command.end && command.end.at <= at ? command.end : null;
    drive.apply({ ...command, end: end ?? (command.end && { ...command.end, ...open }) });
  }
  const problems: string[] = [];
  for (const element of drive.elements.values()) {
    if (element.folderId !== folderId) continue;
    const name = docs[element.id];
    if (name === undefined && element.gone === 'no')
      problems.push(`“${[...element.names].join('/')}” is missing`);
    if (name !== undefined && element.gone === 'yes') problems.push(`“${name}” is deleted`);
    if (name !== undefined && !element.names.has(name))
      problems.push(`“${[...element.names].join('/')}” is “${name}”`);
  }
  for (const [id, name] of Object.entries(docs))
    if (!drive.elements.has(id) && !drive.maybe.has(name)) problems.push(`“${name}” appeared`);
  return problems;
}
