import { eventAlerts } from './alerts/event-alerts.js';
import { platformAlerts } from './alerts/platform-alerts.js';
import { serverAlerts } from './alerts/server-alerts.js';
import { workAlerts } from './alerts/work-alerts.js';
import { burnAlerts, recordings } from './burn-rates.js';
import { objectives } from './objectives.js';
import { alertRule, type Alert, type RuleGroup } from './rule.js';

export interface ProvenGroup extends RuleGroup {
  alerts: readonly Alert[];
}

const causes = (name: string, alerts: readonly Alert[]): ProvenGroup => ({
  name,
  alerts,
  rules: alerts.map(alertRule),
});

export const ruleGroups: readonly ProvenGroup[] = [
  ...objectives.map((objective) => {
    const alerts = burnAlerts(objective);
    const rules = [...recordings(objective), ...alerts.map(alertRule)];
    return { name: `skyshelf-objective-${objective.name}`, rules, alerts };
  }),
  causes('skyshelf-events', eventAlerts),
  causes('skyshelf-work', workAlerts),
  causes('skyshelf-servers', serverAlerts),
  causes('skyshelf-platform', platformAlerts),
];

export const allAlerts: readonly Alert[] = ruleGroups.flatMap(({ alerts }) => alerts);
