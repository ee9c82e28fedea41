import { stringify } from 'yaml';
import { allDashboards, dashboardQueries } from './dashboards/all-dashboards.js';
import { STEP } from './dashboards/panels.js';
import { NAMESPACE } from './query.js';
import { ruleGroups } from './rules.js';

/** By path. */
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

/** All queries of dashboards, for Prometheus to check. */
export function queriesAsRules(): string {
  const rules = dashboardQueries().map(({ where, expr }, index) => ({
    record: `panel:query${index}`,
    labels: { where },
    expr: expr.replaceAll(STEP, '5m'),
  }));
  return JSON.stringify({ groups: [{ name: 'dashboards', rules }] }, null, 1);
}
