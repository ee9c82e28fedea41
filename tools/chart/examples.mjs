/** The chart's rendered files are kept next to it: a change of a template shows there what it changes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES, CHART, render } from './render.mjs';

const KEPT = ['evaluation', 'production', 'production-keda'];
const FOLDER = join(CHART, 'examples/rendered');

/** @returns those that are stale; `write` renders them again instead */
export async function checkExamples(helm, { write }) {
  mkdirSync(FOLDER, { recursive: true });
  const stale = [];
  for (const { name, files } of CASES.filter((each) => KEPT.includes(each.name))) {
    const text = withoutSecrets((await render(helm, files)).output);
    const file = join(FOLDER, `${name}.yaml`);
    if (write) writeFileSync(file, text);
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
      stale.push(`examples/rendered/${name}.yaml is stale: npm run chart -- examples --write`);
  }
  return stale;
}

/** Generated secrets differ each time. */
const withoutSecrets = (text) =>
  text
    .split(/^---$/m)
    .map((each) =>
      /^kind: Secret$/m.test(each) ? each.replace(/^( {2}[\w.-]+): \S{20,}$/gm, '$1: bWFkZQ==') : each,
    )
    .join('---');
