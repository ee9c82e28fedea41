import type { Command, Outcome } from './commands.js';

/** How often each command came out in which way. */
export type Tally = Map<string, Map<string, number>>;

export function count(tally: Tally, command: Command, { code, warnings }: Outcome): void {
  const row = tally.get(command.do) ?? new Map<string, number>();
  tally.set(command.do, row);
  const found = [code, ...warnings.map((warning) => warning.split(' ')[0] ?? '')];
  for (const each of found) row.set(each, (row.get(each) ?? 0) + 1);
}

export const stepsOf = (tally: Tally): number => ofCommands(tally).reduce((sum, [, times]) => sum + times, 0);

/** How often each command was given: its outcomes without the warnings are one a command. */
const ofCommands = (tally: Tally): [string, number][] =>
  [...tally].map(([name, row]) => [name, row.get('steps') ?? 0]);

export function countStep(tally: Tally, command: Command, outcome: Outcome): void {
  count(tally, command, outcome);
  const row = tally.get(command.do);
  row?.set('steps', (row.get('steps') ?? 0) + 1);
}

/** Of these commands and refusals, what never happened. */
export function missingIn(tally: Tally, commands: readonly string[], refusals: readonly string[]): string[] {
  const codes = new Set([...tally.values()].flatMap((row) => [...row.keys()]));
  return [
    ...commands.filter((name) => !tally.get(name)?.get('ok')),
    ...refusals.filter((code) => !codes.has(code)),
  ];
}

/** Formats the tally as a table. */
export const tableOf = (tally: Tally): string =>
  [...tally]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, row]) => {
      const { steps, ...codes } = Object.fromEntries([...row].toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const cells = Object.entries(codes).map(([code, times]) => `${code} ${times}`);
      return `${name.padEnd(12)}${String(steps).padStart(6)}  ${cells.join(', ')}`;
    })
    .join('\n');

/** All that the commands of the catalogue refuse or warn of, but a drive of two million elements. */
export const refusals: readonly string[] = [
  'default.locked',
  'depth.exceeded',
  'edit.only-one',
  'element.not-found',
  'file.not-found',
  'file.too-large',
  'folder.not-found',
  'input.invalid',
  'kind.unsupported',
  'name.exists',
  'name.renamed',
  'name.required',
  'name.too-long',
  'operation.reused',
  'paste.into-itself',
  'paste.same-folder',
  'playlist.empty',
  'playlist.wrong-url',
  'process.not-found',
  'space.exceeded',
  'tags.too-many',
  'type.not-allowed',
  'upload.bad-receipt',
  'url.invalid',
  'url.locked',
  'url.required',
  'url.same',
  'video.wrong-url',
  'selection.too-large',
  'folder.copying',
  'trash.not-found',
  'version.not-found',
];
