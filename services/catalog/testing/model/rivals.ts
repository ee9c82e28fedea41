import type { Chance } from './chance.js';
import type { Command, Where } from './commands.js';
import { files, links, names } from './samples.js';
import type { Shelf } from './shelf.js';

type Choice = () => Command;

/**
 * Something that another asks for at the same time, and that meets the command: its elements, its place, its
 * name or its room.
 */
export function rivalOf(command: Command, shelf: Shelf, chance: Chance, label: () => string): Command | null {
  const choices = [...atPlace(command, chance, label), ...atElements(command, chance)];
  if (command.do === 'admit') choices.push(...atUpload(command.label, shelf, chance));
  if ('name' in command && command.name && 'where' in command)
    choices.push(...often(4, () => ({ ...command })));
  return choices.length === 0 ? null : chance.of(choices)();
}

const often = (times: number, choice: Choice): Choice[] => Array.from({ length: times }, () => choice);

function atPlace(command: Command, chance: Chance, label: () => string): Choice[] {
  if (!('where' in command)) return [];
  const { where } = command;
  const name = 'name' in command && chance.percent(60) ? command.name : chance.of(names);
  const made: Choice[] = [
    () => ({ do: 'folder', where, name, tags: [] }),
    () => ({ do: 'link', where, name, link: chance.of(links), tags: [] }),
    () => ({
      do: 'start',
      where,
      label: label(),
      files: [{ ...chance.of(files), size: 9_000_000 }],
      replaces: false,
    }),
  ];
  return 'ref' in where ? [...made, ...often(2, () => chance.of(toElement(where.ref, chance))())] : made;
}

function atElements(command: Command, chance: Chance): Choice[] {
  const refs = 'refs' in command ? (command.refs ?? []) : 'ref' in command ? [command.ref] : [];
  const [ref] = refs;
  if (ref === undefined) return [];
  const again: Choice = () => ({ ...command });
  return [...toElement(ref, chance), ...often(2, () => ({ do: 'delete', refs })), again];
}

/** Lists the commands for one element. */
function toElement(ref: string, chance: Chance): Choice[] {
  const where: Where = { ref };
  const root: Where = { ref: 'root' };
  const name = chance.of(names);
  const refs = [ref];
  return [
    () => ({ do: 'edit', refs, name, tags: null, url: null }),
    () => ({ do: 'edit', refs, name: null, tags: ['t'], url: null }),
    () => ({ do: 'delete', refs }),
    () => ({ do: chance.of(['cut', 'copy'] as const), refs, where: root }),
    () => ({ do: 'tag', refs, add: ['u'], remove: ['t'] }),
    () => ({ do: 'folder', where, name, tags: [] }),
    () => ({ do: 'open', ref }),
    () => ({ do: 'confirm', ref, confirm: chance.percent(50) }),
  ];
}

/** The same upload twice, or two that may want the last bytes. */
function atUpload(label: string, shelf: Shelf, chance: Chance): Choice[] {
  const waiting = [...shelf.uploads].flatMap(([each, { outcome }]) => (outcome === null ? [each] : []));
  const other = waiting.length > 0 && chance.percent(70) ? chance.of(waiting) : label;
  return [() => ({ do: 'admit', label: other, forged: false })];
}
