import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** docs/telemetry.md, which a test holds to be what the code declares. */
const page = (): string => readFileSync(resolve(import.meta.dirname, '../../../docs/telemetry.md'), 'utf8');

export interface DocumentedMetric {
  name: string;
  type: string;
  clusterOnly: boolean;
  labels: readonly string[];
}

/** The metrics of the page. */
export const documentedMetrics = (): DocumentedMetric[] =>
  [...page().matchAll(/^\| `(skyshelf_\w+)` \| (\w+) \| (.*) \| (.*) \|$/gm)].map(
    ([, name = '', type = '', help = '', labels = '']) => ({
      name,
      type,
      clusterOnly: help.endsWith('Only in a cluster.'),
      labels: [...labels.matchAll(/`(\w+)`: /g)].map(([, label = '']) => label),
    }),
  );

/** Metrics in Prometheus' text format: type and labels of each family. */
export function shownMetrics(text: string): Map<string, { type: string; labels: Set<string> }> {
  const families = new Map<string, { type: string; labels: Set<string> }>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm))
    families.set(name, { type, labels: new Set() });
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
    if (!family) throw new Error(`${name} has no type`);
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) family.labels.add(label);
  }
  return families;
}
