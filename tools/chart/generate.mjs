/**
 * Writes what follows from the chart's values.yaml: values.schema.json, and the table in its README.
 *
 *   node tools/chart/generate.mjs
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../setup/paths.mjs';
import { readValues } from './schema-of-values.mjs';

const CHART = join(ROOT, 'deploy/helm/skyshelf');
const BEGIN = '<!-- values: made by npm run generate -->';
const END = '<!-- end of values -->';
const at = (file) => join(CHART, file);
const read = (file) => readFileSync(at(file), 'utf8');

/** @returns file → text of all that follows from values.yaml */
export function generated() {
  const { settings } = JSON.parse(read('files/settings.json'));
  const rules = parse(read('files/rules.yaml')).groups.flatMap((group) => group.rules);
  const alerts = rules.flatMap(({ alert }) => alert ?? []);
  const { schema, rows } = readValues(read('values.yaml'), { settings, alerts });
  return { 'values.schema.json': `${JSON.stringify(schema, null, 2)}\n`, 'README.md': withTable(rows) };
}

function withTable(rows) {
  const readme = read('README.md');
  const before = readme.indexOf(BEGIN);
  const after = readme.indexOf(END);
  if (before < 0 || after < before) throw new Error(`README.md of the chart lacks ${BEGIN} … ${END}`);
  const lines = rows.map(
    ({ path, value, allowed, said }) =>
      `| \`${path}\` | ${shown(value)} | ${cell(allowed)} | ${cell(said)} |`,
  );
  const table = ['| Value | If not given | Allowed | What it is for |', '|---|---|---|---|', ...lines];
  return `${readme.slice(0, before)}${BEGIN}\n${table.join('\n')}\n${readme.slice(after)}`;
}

const cell = (text) => text.replaceAll('|', '\\|');

function shown(value) {
  if (value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0))
    return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 90 ? 'see values.yaml' : `\`${cell(text)}\``;
}

/** Lists the files that would be generated differently now. */
export const staleFiles = (files) =>
  Object.entries(files)
    .filter(([file, text]) => !existsSync(at(file)) || read(file) !== text)
    .map(([file]) => file);

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of Object.entries(generated())) writeFileSync(at(file), text);
