import { alertRule, type Alert, type ProofSeries } from './rule.js';
import { ruleGroups, type ProvenGroup } from './rules.js';

/** Writes a group's rules and their tests for promtool. JSON is YAML. */
export function ruleTestFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const group of ruleGroups) {
    files.set(`${group.name}.rules.json`, rulesText([group]));
    for (const [step, alerts] of Map.groupBy(group.alerts, ({ proof }) => proof.step ?? 1)) {
      const name = `${group.name}-${step}m.test.json`;
      const tests = alerts.flatMap((alert) => [firesAndEnds(alert), staysQuiet(alert)]);
      const file = { rule_files: [`${group.name}.rules.json`], evaluation_interval: `${step}m`, tests };
      files.set(name, JSON.stringify(file, null, 1));
    }
  }
  return files;
}

export const rulesText = (groups: readonly ProvenGroup[]): string =>
  JSON.stringify({ groups: groups.map(({ name, rules }) => ({ name, rules })) }, null, 1);

const DEFAULT_LEAD = 10;
type Phase = readonly [level: 'well' | 'below' | 'bad', minutes: number];

function firesAndEnds(alert: Alert) {
  const { lead = DEFAULT_LEAD, firesWithin, endsWithin } = alert.proof;
  const fired = lead + firesWithin;
  return {
    name: `${alert.name} fires and ends`,
    interval: '1m',
    input_series: inputs(alert, [
      ['well', lead],
      ['bad', firesWithin],
      ['well', endsWithin],
    ]),
    alert_rule_test: [
      expected(alert, lead, false),
      expected(alert, fired, true),
      expected(alert, fired + endsWithin, false),
    ],
  };
}

function staysQuiet(alert: Alert) {
  const { lead = DEFAULT_LEAD, firesWithin } = alert.proof;
  const end = lead + firesWithin;
  return {
    name: `${alert.name} stays quiet below its bound`,
    interval: '1m',
    input_series: inputs(alert, [['below', end]]),
    alert_rule_test: [expected(alert, end, false)],
  };
}

function expected(alert: Alert, minute: number, fires: boolean) {
  const { labels, annotations } = alertRule(alert);
  const own = alert.proof.labels ?? {};
  const filled = Object.entries(annotations).map(([name, text]) => [
    name,
    text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => own[label] ?? ''),
  ]);
  const firing = { exp_labels: { ...own, ...labels }, exp_annotations: Object.fromEntries(filled) };
  return { eval_time: `${minute}m`, alertname: alert.name, exp_alerts: fires ? [firing] : [] };
}

const isCounter = (series: string): boolean => /_(total|count|bucket)\{/.test(series);

function inputs({ proof }: Alert, phases: readonly Phase[]) {
  return proof.series.map((each) => ({
    series: each.series,
    // A counter that is not there when all is well begins with its first event.
    values: isCounter(each.series) && each.well !== null ? growth(each, phases) : steps(each, phases),
  }));
}

/** Example: `1x10 3x5` is the first minute's sample and further ones. */
const steps = (each: ProofSeries, phases: readonly Phase[]): string =>
  phases
    .map(([level, minutes], index) => {
      const further = index === 0 ? minutes : minutes - 1;
      // `_x5` is five samples that lack, `1x5` a sample and five more.
      return each[level] === null ? `_x${further + 1}` : `${each[level]}x${further}`;
    })
    .join(' ');

function growth(each: ProofSeries, phases: readonly Phase[]): string {
  let from = 0;
  return phases
    .map(([level, minutes], index) => {
      const perMinute = each[level] ?? 0;
      const first = index === 0 ? 0 : from + perMinute;
      from += perMinute * minutes;
      return `${first}+${perMinute}x${index === 0 ? minutes : minutes - 1}`;
    })
    .join(' ');
}
