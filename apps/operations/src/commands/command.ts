import type { Environment } from '@skyshelf/config';
import type { z } from 'zod';
import type { Installation } from '../installation.js';
import { parseInput } from '../parse-input.js';
import type { Caller, Report } from '../report.js';

export interface CommandOption {
  /** What stands behind it on the command line, e.g. `ID`; absent for a switch. */
  value?: string;
  doc: string;
  /** A file: the command line makes a whole path of it. */
  isPath?: boolean;
}

/** Where a command is called on the socket: `/operations/parked/list`. */
export const pathOf = ({ name }: Pick<Command, 'name'>): string => `/operations/${name.replaceAll(' ', '/')}`;

/** An operator's command: what it is called, what it takes, what it does. The command line, its help and the socket's routes are made of it. */
export interface Command {
  /** One or two words. */
  name: string;
  summary: string;
  /** What it does exactly, in a few lines. */
  details: string;
  /** What must stand behind the name, in this order; the input's fields of these names. */
  words: readonly string[];
  /** What may stand behind them. */
  optionalWords: readonly string[];
  /** The input's further fields. */
  options: Readonly<Record<string, CommandOption>>;
  /** True for what changes nothing. */
  looksOnly: boolean;
  /**
   * Loaded when it is called: the command line knows all commands and mostly lets the running Skyshelf do the work.
   * @throws DomainError `input.invalid` when the input is not as it should be, `service.unavailable`
   */
  run(installation: Installation, input: unknown, caller: Caller): Promise<Report>;
  /** Of a command that needs no running Skyshelf: it is done here, with what the environment says. */
  runHere?(env: Environment, input: unknown, caller: Caller): Promise<Report>;
}

export interface CommandOptions<I> extends Omit<
  Command,
  'run' | 'words' | 'optionalWords' | 'options' | 'looksOnly'
> {
  words?: readonly string[];
  optionalWords?: readonly string[];
  options?: Readonly<Record<string, CommandOption>>;
  looksOnly?: boolean;
  input: z.ZodType<I>;
  run(installation: Installation, input: I, caller: Caller): Promise<Report>;
}

export const defineCommand = <I>({
  input: schema,
  run,
  words = [],
  optionalWords = [],
  options = {},
  looksOnly = false,
  ...terms
}: CommandOptions<I>): Command => ({
  ...terms,
  words,
  optionalWords,
  options,
  looksOnly,
  run: (installation, input, caller) => run(installation, parseInput(schema, input ?? {}), caller),
});

export interface LocalCommandOptions<I> extends Omit<CommandOptions<I>, 'run'> {
  runHere(env: Environment, input: I, caller: Caller): Promise<Report>;
}

/** One that works on the servers themselves, before there is a Skyshelf. */
export const defineLocalCommand = <I>({ runHere, ...terms }: LocalCommandOptions<I>): Command => ({
  ...defineCommand({
    ...terms,
    run: async () => {
      throw new Error(`${terms.name} is done where it is called.`);
    },
  }),
  runHere: (env, input, caller) => runHere(env, parseInput(terms.input, input ?? {}), caller),
});
