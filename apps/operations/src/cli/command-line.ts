import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from '../commands/command.js';
import { table } from '../report.js';

type ParsedCommand =
  | { kind: 'run'; command: Command; input: Record<string, unknown>; json: boolean }
  | { kind: 'help'; command: Command | null }
  | { kind: 'unclear'; command: Command | null; why: string };

/** Parses the words after `skyshelf`. */
export function parseArguments(commands: readonly Command[], argv: readonly string[]): ParsedCommand {
  const [first = 'help'] = argv;
  if (['help', '--help', '-h'].includes(first)) return help(commands, argv.slice(1));
  const command = commandOf(commands, argv);
  if (!command) return { kind: 'unclear', command: null, why: `There is no command ${argv.join(' ')}` };
  try {
    return parsed(command, argv.slice(command.name.split(' ').length));
  } catch (error) {
    return { kind: 'unclear', command, why: (error as Error).message };
  }
}

function help(commands: readonly Command[], about: readonly string[]): ParsedCommand {
  const command = commandOf(commands, about);
  if (command || about.length === 0) return { kind: 'help', command };
  return { kind: 'unclear', command: null, why: `There is no command ${about.join(' ')}` };
}

/** The longest name: `jobs retry` before `jobs`. */
function commandOf(commands: readonly Command[], argv: readonly string[]): Command | null {
  const fits = ({ name }: Command) => name.split(' ').every((word, index) => argv[index] === word);
  return commands.filter(fits).toSorted((a, b) => b.name.length - a.name.length)[0] ?? null;
}

function parsed(command: Command, args: string[]): ParsedCommand {
  const own = Object.entries(command.options).map(
    ([flag, { value }]) => [flag, { type: value ? ('string' as const) : ('boolean' as const) }] as const,
  );
  const options = { json: { type: 'boolean' as const }, help: { type: 'boolean' as const, short: 'h' } };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: true,
    options: { ...Object.fromEntries(own), ...options },
  });
  const { json = false, help: wantsHelp = false, ...flags } = values;
  if (wantsHelp) return { kind: 'help', command };
  const missing = command.words.slice(positionals.length).map((word) => word.toUpperCase());
  if (missing.length > 0) return { kind: 'unclear', command, why: `${missing.join(' and ')} is missing` };
  const known = [...command.words, ...command.optionalWords];
  const surplus = positionals.slice(known.length);
  if (surplus.length > 0) return { kind: 'unclear', command, why: `What is meant by ${surplus.join(' ')}?` };
  const words = Object.fromEntries(positionals.map((value, index) => [known[index], value]));
  return { kind: 'run', command, input: { ...words, ...wholePaths(command, flags) }, json };
}

/** Skyshelf may run in another working folder. */
const wholePaths = ({ options }: Command, flags: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [
      name,
      options[name]?.isPath && typeof value === 'string' ? resolve(value) : value,
    ]),
  );

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
