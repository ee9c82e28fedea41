import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { stringify } from 'yaml';
import { capacity, servers } from './dashboards/base-dashboards.js';
import { serviceDashboards } from './dashboards/service-dashboards.js';
import { eventFlow, mediaByRole, overview } from './dashboards/way-dashboards.js';
import { STEP } from './dashboards/panels.js';
import { NAMESPACE } from './query.js';
import { ruleGroups } from './rules.js';

const allDashboards = (): Dashboard[] => [
  overview,
  eventFlow,
  mediaByRole,
  servers,
  capacity,
  ...serviceDashboards(),
];

interface WithQueries {
  title?: string;
  targets?: { expr?: string }[];
}

export const dashboardQueries = (): { where: string; expr: string }[] =>
  allDashboards().flatMap(({ title, panels = [] }) =>
    (panels as WithQueries[]).flatMap((panel) =>
      (panel.targets ?? []).map(({ expr = '' }) => ({ where: `${title}: ${panel.title}`, expr })),
    ),
  );

export const chartFiles = (): Map<string, string> =>
  new Map([
    ['files/rules.yaml', rulesFile()],
    ...allDashboards().map((dashboard): [string, string] => {
      const text = JSON.stringify(dashboard, null, 1).replaceAll(NAMESPACE, '$namespace');
      return [`files/dashboards/${dashboard.uid}.json`, `${text}\n`];
    }),
  ]);

function rulesFile(): string {
  const groups = ruleGroups.map(({ name, rules }) => ({ name, rules }));
  const text = stringify({ groups }, { lineWidth: 0, aliasDuplicateObjects: false });
  return `# Written by \`npm run generate\` from apps/signals.\n${text}`;
}

export function queriesAsRules(): string {
  const rules = dashboardQueries().map(({ where, expr }, index) => ({
    record: `panel:query${index}`,
    labels: { where },
    expr: expr.replaceAll(STEP, '5m'),
  }));
  return JSON.stringify({ groups: [{ name: 'dashboards', rules }] }, null, 1);
}
