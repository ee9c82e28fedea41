import type { Environment } from '@skyshelf/config';
import { z } from 'zod';
import { DomainError } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';
import type { Caller, Report } from '../report.js';

export interface CommandOption {
  /** The value's name, e.g. `ID`; absent for a switch. */
  value?: string;
  doc: string;
  /** Made absolute. */
  isPath?: boolean;
}

/** `/operations/parked/list`. */
export const pathOf = ({ name }: Pick<Command, 'name'>): string => `/operations/${name.replaceAll(' ', '/')}`;

/** Command line, help and socket routes derive from it. */
export interface Command {
  name: string;
  summary: string;
  details: string;
  /** Required, in order; names of input fields. */
  words: readonly string[];
  optionalWords: readonly string[];
  /** The input's further fields. */
  options: Readonly<Record<string, CommandOption>>;
  /** Read-only. */
  looksOnly: boolean;
  /**
   * Loaded when called.
   * @throws DomainError `input.invalid`, `service.unavailable`
   */
  run(installation: Installation, input: unknown, caller: Caller): Promise<Report>;
  /** It runs without a running Skyshelf. */
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

/** Works on the servers themselves. */
export const defineLocalCommand = <I>({ runHere, ...terms }: LocalCommandOptions<I>): Command => ({
  ...defineCommand({
    ...terms,
    run: async () => {
      throw new Error(`${terms.name} is done where it is called.`);
    },
  }),
  runHere: (env, input, caller) => runHere(env, parseInput(terms.input, input ?? {}), caller),
});

/** @throws DomainError `input.invalid` that says why */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new DomainError('input.invalid', { message: z.prettifyError(parsed.error) });
}
