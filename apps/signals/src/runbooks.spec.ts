import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandNames } from '@skyshelf/operations';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { runbookOf } from './rule.js';
import { allAlerts } from './rules.js';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(resolve(root, 'docs/runbooks.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.split('\n', 1)[0] ?? '', text]),
);
const commands = (program: string): string[] =>
  [...page.matchAll(new RegExp(`\`(${program} [^\`]+)\``, 'g'))].map(([, command = '']) => command);

it('each alert has a runbook, and each runbook an alert', () => {
  expect([...sections.keys()].toSorted()).toEqual([...new Set(allAlerts.map(runbookOf))].toSorted());
});

it.each([...sections])(
  '%s says what people notice, what to look at, what to do, and when it is over',
  (_, text) => {
    const parts = [...text.matchAll(/^- \*\*(\w+)\*\*: \S.+$/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Noticed', 'Look', 'Do', 'Over']);
  },
);

it('the operator’s commands in runbooks exist', () => {
  const given = commands('skyshelf').filter((each) => each !== 'skyshelf …');
  const isKnown = (command: string) =>
    commandNames.some((name) => `${command} `.startsWith(`skyshelf ${name} `));
  expect(given.length).toBeGreaterThan(10);
  expect(given.filter((each) => !isKnown(each))).toEqual([]);
});

it('what kubectl is asked for in runbooks is in the chart', () => {
  const rendered = ['evaluation', 'production-keda'].flatMap((name) =>
    parseAllDocuments(
      readFileSync(resolve(root, `deploy/helm/skyshelf/examples/rendered/${name}.yaml`), 'utf8'),
    ).map((each) => each.toJS() as { kind: string; metadata: { name: string } } | null),
  );
  const known = new Set(
    rendered.flatMap((each) => (each ? [`${each.kind.toLowerCase()}/${each.metadata.name}`] : [])),
  );
  // Made by what is in the chart, or named by its reader.
  const made = /^(job|pod|pvc|certificate)\//;
  const named = commands('kubectl').flatMap((command) =>
    [...command.matchAll(/\b(\w+)[ /](shelf-skyshelf-[\w-]+)/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((each) => !known.has(each) && !made.test(each))).toEqual([]);
});
