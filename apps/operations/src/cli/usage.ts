import type { Command } from '../commands/command.js';
import { table } from '../table.js';

/** `parked show CONSUMER DRIVE` with its options. */
export function commandLine({ name, words, optionalWords, options }: Command): string {
  const flags = Object.entries(options).map(([flag, { value }]) => `[--${flag}${value ? ` ${value}` : ''}]`);
  const optional = optionalWords.map((word) => `[${word.toUpperCase()}]`);
  return [name, ...words.map((word) => word.toUpperCase()), ...optional, ...flags].join(' ');
}

const everywhere = [
  ['--json', 'prints the whole answer as JSON'],
  ['--help', 'says what a command does'],
] as const;

export const usage = (commands: readonly Command[]): string => `Usage: npm run skyshelf -- COMMAND

${table(
  commands.map((command) => [commandLine(command), command.summary]),
  '  ',
)}

${table(everywhere, '  ')}

Works on the Skyshelf that runs on the data folder SKYSHELF_DATA (default .skyshelf), alone or as a cluster; or, where SKYSHELF_PEERS is set, as in a
pod, on that installation: then SKYSHELF_KEYS_FILE is needed too. prepare needs neither: it works on the servers.
Ends with 0 when all is well, 1 when something is not, 2 when it could not be done, 130 after Ctrl+C.
`;

const LINE = 100;

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(([flag, { value, doc }]) => [
    `--${flag}${value ? ` ${value}` : ''}`,
    doc,
  ]);
  return [
    `Usage: npm run skyshelf -- ${commandLine(command)}`,
    '',
    ...wrapped(`${command.name}: ${command.summary}. ${command.details}`),
    '',
    table([...options, ...everywhere], '  '),
    '',
  ].join('\n');
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
