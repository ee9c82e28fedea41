import type { z, ZodObject, ZodType } from 'zod';
import { allowedValues } from './allowed-values.js';
import { settingOf } from './setting.js';
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
  const fields = Object.entries(schema.shape as Record<string, ZodType>);
  const given = Object.fromEntries(fields.map(([field, type]) => [field, env[settingOf(field, type).env] || undefined]));
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);

  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')));
  const problems = fields.filter(([field]) => wrong.has(field)).map(([field, type]) => problem(field, type, env));
  const general = parsed.error.issues.filter((issue) => issue.path.length === 0).map((issue) => issue.message);
  throw new ConfigError(service, [...problems, ...general]);
}
