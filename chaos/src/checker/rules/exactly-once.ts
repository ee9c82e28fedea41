import type { Command } from '../expected-drive.js';
import type { Inspection, InspectedDrive } from '../inspection.js';
import type { EventDocument } from '../shelf-database.js';

/**
 * Every acknowledged command stands in the stream exactly once, one of which no one knows at most once, a
 * refused one never.
 */
export function checkExactlyOnce({ drives, commands, report }: Inspection): void {
  const rule = report.rule('exactly-once');
  for (const inspected of drives) {
    const { user } = inspected;
    const effects = effectsOf(inspected);
    const wanted = new Map<string, { least: number; most: number; commands: Command[] }>();
    for (const command of commands) {
      if (command.user !== user) continue;
      for (const effect of expectedEffects(command)) {
        const entry = wanted.get(effect) ?? { least: 0, most: 0, commands: [] };
        const outcome = command.end?.outcome ?? 'unknown';
        if (outcome === 'ok') entry.least += 1;
        if (outcome !== 'refused') entry.most += 1;
        entry.commands.push(command);
        wanted.set(effect, entry);
      }
    }
    for (const [effect, { least, most, commands: its }] of wanted) {
      const times = effects.get(effect)?.length ?? 0;
      rule.expect(
        times >= least && times <= most,
        () =>
          `${effect} happened ${times} times, ${least} to ${most} expected (${its.map(described).join(', ')})`,
        user,
      );
    }
    for (const effect of effects.keys())
      rule.expect(wanted.has(effect), () => `${effect} happened, and no one wanted it`, user);
  }
}

const described = ({ n, key, end }: Command): string => `#${n} ${key} ${end?.outcome ?? 'unknown'}`;

function expectedEffects({ op, payload }: Command): string[] {
  const { name = '', ids = [] } = payload;
  switch (op) {
    case 'create':
      return [`making “${name}”`];
    case 'upload':
      return [`admitting “${name}”`];
    case 'rename':
      return ids.map((id) => `naming ${id} “${name}”`);
    case 'delete':
      return ids.map((id) => `deleting ${id}`);
  }
}

/** Lists the effects of the events in the form of commands. */
function effectsOf({ events }: InspectedDrive): Map<string, EventDocument[]> {
  const effects = new Map<string, EventDocument[]>();
  const add = (effect: string, event: EventDocument) =>
    effects.set(effect, [...(effects.get(effect) ?? []), event]);
  for (const event of events) {
    const { type, data } = event;
    if (type === 'catalog.folder.created' || type === 'catalog.link.added')
      add(`making “${String(data.name)}”`, event);
    if (type === 'catalog.element.edited') add(`naming ${String(data.id)} “${String(data.name)}”`, event);
    if (type === 'catalog.files.uploaded')
      for (const { name } of data.files as { name: string }[]) add(`admitting “${name}”`, event);
    if (type === 'catalog.elements.deleted')
      for (const { id } of data.roots as { id: string }[]) add(`deleting ${id}`, event);
  }
  return effects;
}
