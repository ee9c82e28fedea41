import type { z, ZodObject, ZodType } from 'zod';
import { allowedValues } from './allowed-values.js';
import type { ConfiguredProcess } from './configuration-table.js';
import { fileVariable, secretIn, SecretFiles } from './secret-files.js';
import { fieldsOf, settingOf } from './setting.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `problems` has one line a setting. */
export class ConfigError extends Error {
  constructor(
    readonly service: string,
    readonly problems: readonly string[],
  ) {
    const many = problems.length === 1 ? 'a setting is wrong' : `${problems.length} settings are wrong`;
    super([`${service} cannot start: ${many}.`, ...problems.map((line) => `  ${line}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

function problem(field: string, schema: ZodType, given: Given): string {
  const { env: name, doc, allowed, secret = false } = settingOf(field, schema);
  const variable = given.file === undefined ? name : fileVariable(name);
  return `${variable}: given ${shownValue(given.text, secret)}, allowed is ${allowed ?? allowedValues(schema)}. ${doc}`;
}

interface Given {
  text: string | undefined;
  file?: string;
  problem?: string;
}

function givenFor(field: string, schema: ZodType, env: Environment): Given {
  const { env: name, doc, secret = false } = settingOf(field, schema);
  const text = env[name] || undefined;
  const byFile = fileVariable(name);
  const file = (secret && env[byFile]) || undefined;
  if (file === undefined) return { text };
  if (text !== undefined)
    return { text, problem: `${name}, ${byFile}: both are given, only one of them may be. ${doc}` };
  try {
    return { text: secretIn(file), file };
  } catch (error) {
    const { message } = error as Error;
    return { text, file, problem: `${byFile}: given ${JSON.stringify(file)}, which ${message}. ${doc}` };
  }
}

type Outcome<S extends ZodObject> =
  | { config: Readonly<z.infer<S>>; problems: [] }
  | { config: null; problems: string[] };

function read<S extends ZodObject>(schema: S, env: Environment): Outcome<S> {
  const fields = fieldsOf(schema).map(([field, type]) => {
    return { field, schema: type, given: givenFor(field, type, env) };
  });
  const parsed = schema.safeParse(Object.fromEntries(fields.map(({ field, given }) => [field, given.text])));
  const unreadable = fields.flatMap(({ given }) => given.problem ?? []);
  if (parsed.success && unreadable.length === 0)
    return { config: withFiles(parsed.data, fields), problems: [] };

  const issues = parsed.error?.issues ?? [];
  const wrong = new Set(issues.map((issue) => String(issue.path[0] ?? '')));
  const problems = fields
    .filter(({ field, given }) => wrong.has(field) && given.problem === undefined)
    .map(({ field, schema: type, given }) => problem(field, type, given));
  const general = issues.filter((issue) => issue.path.length === 0).map((issue) => issue.message);
  return { config: null, problems: [...unreadable, ...problems, ...general] };
}

function withFiles<C extends object>(
  config: C,
  fields: readonly { field: string; schema: ZodType; given: Given }[],
): Readonly<C> {
  const values = new Map<string, unknown>(Object.entries(config));
  const kept = fields.flatMap(({ field, schema, given: { file: path, text } }) =>
    path === undefined || text === undefined ? [] : [{ field, schema, path, text, value: values.get(field) }],
  );
  if (kept.length > 0) Object.defineProperties(config, new SecretFiles(kept).properties());
  return Object.freeze(config);
}

/**
 * Empty counts as not given. A field of a secret in a file (`NAME_FILE`) returns the current content: who
 * doesn't keep it sees changes within a second.
 * @param schema an object whose fields are made with `setting()`
 * @returns the parsed settings, frozen
 * @throws ConfigError that names every wrong variable, what was given (secrets by length) and what is allowed
 */
export function loadConfig<S extends ZodObject>(
  schema: S,
  env: Environment,
  { service }: { service: string },
): Readonly<z.infer<S>> {
  const { config, problems } = read(schema, env);
  if (config) return config;
  throw new ConfigError(service, problems);
}

/** Reported in one message. */
export function loadConfigs<A extends ZodObject, B extends ZodObject>(
  first: A,
  second: B,
  env: Environment,
  { service }: { service: string },
): [Readonly<z.infer<A>>, Readonly<z.infer<B>>] {
  const a = read(first, env);
  const b = read(second, env);
  if (a.config && b.config) return [a.config, b.config];
  throw new ConfigError(service, [...a.problems, ...b.problems]);
}

/**
 * Checks every setting before any process is started.
 * @throws ConfigError that names every wrong variable
 */
export function checkConfigs(
  processes: readonly ConfiguredProcess[],
  env: Environment,
  { service }: { service: string },
): void {
  const problems = [...new Set(processes.flatMap(({ schema }) => read(schema, env).problems))];
  if (problems.length > 0) throw new ConfigError(service, problems);
}

/** Secrets in files are still read again. */
export const withValues = <C extends object>(config: C, values: Partial<C>): Readonly<C> =>
  Object.freeze(
    Object.defineProperties(
      { ...config },
      {
        ...Object.getOwnPropertyDescriptors(config),
        ...Object.getOwnPropertyDescriptors(values),
      },
    ),
  );

const MOST_CHARACTERS = 120;

/** Hides a password even when the setting is no secret. */
const withoutPassword = (value: string): string => value.replace(/(\/\/[^/:@\s]*):[^@/\s]+@/g, '$1:***@');

/** Secrets by their length, long values cut. */
function shownValue(value: string | undefined, secret: boolean): string {
  if (value === undefined) return 'nothing';
  if (secret) return `a secret of ${value.length} characters`;
  const visible = withoutPassword(value);
  return JSON.stringify(visible.length > MOST_CHARACTERS ? `${visible.slice(0, MOST_CHARACTERS)}…` : visible);
}
