import type { Command } from '../expected-drive.js';
import type { Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';

/**
 * Checks that correct commands are not refused, existing elements are what was deleted, and nothing answers “internal
 * error”.
 */
export function checkRefusals({ commands, history, report }: Inspection): void {
  const rule = report.rule('no wrong refusal');
  for (const command of commands) {
    rule.expect(!isWronglyRefused(command), () => `${describe(command)} was refused`, command.user);
    const { op, payload, end } = command;
    if (payload.stale)
      rule.expect(end?.outcome !== 'ok', () => `${describe(command)} was undone all the same`, command.user);
    if (payload.limited)
      rule.expect(
        end?.outcome !== 'ok',
        () => `${describe(command)} is more than the link takes`,
        command.user,
      );
    if (op === 'delete' && end?.outcome === 'ok')
      rule.expect(
        end.deletedCount === payload.ids?.length,
        () => `${describe(command)} deleted ${end.deletedCount} of ${payload.ids?.length}`,
        command.user,
      );
    if (op === 'rename' && end?.outcome === 'ok')
      rule.expect(
        end.name === payload.name,
        () => `${describe(command)} answered the name ${end.name}`,
        command.user,
      );
  }
  for (const { user, path, status, body } of recordsOf(history, 'bad-status'))
    rule.add(`${path} answered ${status}: ${body}`, user);
}

const isWronglyRefused = ({ end, payload }: Command): boolean =>
  end?.outcome === 'refused' &&
  !(payload.rival && end.code === 'name.exists') &&
  !(payload.limited && end.code === 'drop.limit') &&
  !(payload.stale && end.code === 'undo.changed');

const describe = ({ n, op, worker, key, end }: Command): string =>
  `#${n} ${op} of ${worker} (${key}, ${end?.status} ${end?.code ?? ''}, ${end?.attempts} tries)`;
