import type { z, ZodObject, ZodType } from 'zod';
import { allowedValues } from './allowed-values.js';
import type { ConfiguredProcess } from './configuration-table.js';
import { fieldsOf, settingOf } from './setting.js';
import { shownValue } from './shown-value.js';

/** The environment as Node gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** All that is wrong with a configuration, one line a setting; `problems` are the same lines. */
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

function problem(field: string, schema: ZodType, env: Environment): string {
  const { env: name, doc, allowed, secret = false } = settingOf(field, schema);
  return `${name}: given ${shownValue(env[name] || undefined, secret)}, allowed is ${allowed ?? allowedValues(schema)}. ${doc}`;
}

type Outcome<S extends ZodObject> =
  | { config: Readonly<z.infer<S>>; problems: [] }
  | { config: null; problems: string[] };

function read<S extends ZodObject>(schema: S, env: Environment): Outcome<S> {
  const fields = fieldsOf(schema);
  const given = Object.fromEntries(
    fields.map(([field, type]) => [field, env[settingOf(field, type).env] || undefined]),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return { config: Object.freeze(parsed.data), problems: [] };

  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')));
  const problems = fields
    .filter(([field]) => wrong.has(field))
    .map(([field, type]) => problem(field, type, env));
  const general = parsed.error.issues
    .filter((issue) => issue.path.length === 0)
    .map((issue) => issue.message);
  return { config: null, problems: [...problems, ...general] };
}

/**
 * Reads a service's settings from the environment, once, at the start. An empty variable counts as not given.
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

/** The same for two groups of settings, e.g. those of every process and a service's own; what is wrong in either is said in one message. */
export function loadConfigs<A extends ZodObject, B extends ZodObject>(
  first: A,
  second: B,
  env: Environment,
  { service }: { service: string },
): [Readonly<z.infer<A>>, Readonly<z.infer<B>>] {
  const [a, b] = [read(first, env), read(second, env)];
  if (a.config && b.config) return [a.config, b.config];
  throw new ConfigError(service, [...a.problems, ...b.problems]);
}

/**
 * Looks at the settings of several processes before any of them is started.
 * @throws ConfigError that names every wrong variable, whichever of them it is for
 */
export function checkConfigs(
  processes: readonly ConfiguredProcess[],
  env: Environment,
  { service }: { service: string },
): void {
  const problems = processes.flatMap(({ schema }) => read(schema, env).problems);
  if (problems.length > 0) throw new ConfigError(service, problems);
}
