/**
 * ci/wrong-values.yaml: values that must be refused before anything is applied, by their path and with what
 * is allowed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { CHART, PRODUCTION } from './render.mjs';

/**
 * @param apply renders or installs the chart with files of values
 * @returns those that are not refused, or in other words
 */
export async function acceptedWrongValues(apply, folder) {
  const table = parse(readFileSync(join(CHART, 'ci/wrong-values.yaml'), 'utf8'));
  const problems = [];
  const asShipped = await apply([PRODUCTION]);
  if (asShipped.code === 0)
    problems.push('values-production.yaml is taken as it is shipped, in capital letters');
  const waiting = [...table.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      problems.push(...(await accepted(apply, folder, ...next)));
  };
  await Promise.all([worker(), worker()]);
  return problems;
}

async function accepted(apply, folder, index, { set, production = false, at, says }) {
  const file = join(folder, `wrong-${index}.yaml`);
  writeFileSync(file, stringify(set));
  const base = production ? [PRODUCTION, join(CHART, 'ci/production.yaml')] : [];
  const { code, output } = await apply([...base, file]);
  const path = at.startsWith('/') ? `'${at}'` : at;
  const isRefused =
    code !== 0 && output.split('\n').some((line) => line.includes(path) && line.includes(says));
  return isRefused
    ? []
    : [`${JSON.stringify(set)} must be refused at ${at} (${says}):\n${output.slice(0, 600)}`];
}
