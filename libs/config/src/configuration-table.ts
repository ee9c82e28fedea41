import { z, type ZodObject, type ZodType } from 'zod';
import { allowedValues } from './allowed-values.js';
import { fileVariable } from './secret-files.js';
import { fieldsOf, settingOf } from './setting.js';

/** A service, or the standalone as a whole. */
export interface ConfiguredProcess {
  name: string;
  schema: ZodObject;
}

interface TableRow {
  env: string;
  /** The variable may also be given as `…_FILE`. */
  secret: boolean;
  users: string[];
  standard: string;
  allowed: string;
  doc: string;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function standardValue(schema: ZodType, words: string | undefined): string {
  if (words !== undefined) return words;
  const standard = defaultOf(schema);
  const text = Array.isArray(standard) ? standard.join(',') : String(standard ?? '');
  if (text !== '') return `\`${text}\``;
  return schema.safeParse(undefined).success ? '' : 'must be given';
}

function defaultOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue;
  return schema instanceof z.ZodPipe ? defaultOf(schema.def.in) : undefined;
}

function collect(processes: readonly ConfiguredProcess[]): TableRow[] {
  const rows = new Map<string, TableRow>();
  for (const { name, schema } of processes) {
    for (const [field, type] of fieldsOf(schema)) {
      const { env, doc, standard, secret = false, allowed = allowedValues(type) } = settingOf(field, type);
      const row = { env, secret, users: [name], standard: standardValue(type, standard), allowed, doc };
      const key = JSON.stringify([env, row.standard, allowed, doc]);
      const known = rows.get(key);
      if (known) known.users.push(name);
      else rows.set(key, row);
    }
  }
  return [...rows.values()].toSorted((a, b) => (a.env < b.env ? -1 : a.env > b.env ? 1 : 0));
}

/** Markdown, sorted by variable; one row for processes that read a variable alike. Deterministic. */
export function renderConfigurationTable(processes: readonly ConfiguredProcess[]): string {
  const lines = collect(processes).map(
    ({ env, secret, users, standard, allowed, doc }) =>
      `| \`${env}\`${secret ? `, \`${fileVariable(env)}\`` : ''} | ${users.join(', ')} | ${cell(standard)} | ${cell(allowed)} | ${cell(doc)} |`,
  );
  return [
    '| Variable | Read by | If not given | Allowed | What it is for |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
