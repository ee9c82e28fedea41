import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { capacity, servers } from './base-dashboards.js';
import { serviceDashboards } from './service-dashboards.js';
import { eventFlow, mediaByRole, overview } from './way-dashboards.js';

export const allDashboards = (): Dashboard[] => [
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

/** By where it is. */
export const dashboardQueries = (): { where: string; expr: string }[] =>
  allDashboards().flatMap(({ title, panels = [] }) =>
    (panels as WithQueries[]).flatMap((panel) =>
      (panel.targets ?? []).map(({ expr = '' }) => ({ where: `${title}: ${panel.title}`, expr })),
    ),
  );
