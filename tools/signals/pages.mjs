/** This sends pages like the chart's Alertmanager for the alerts that fire. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../setup/paths.mjs';

const config = parse(readFileSync(join(ROOT, 'deploy/helm/skyshelf/examples/alertmanager.yaml'), 'utf8'));
const WORD = /^(\w+)(=~|=)"(.*)"$/;

const matches = (labels, matchers) =>
  matchers.every((matcher) => {
    const [, name, how, wanted] = WORD.exec(matcher);
    const value = labels[name] ?? '';
    return how === '=' ? value === wanted : new RegExp(`^(?:${wanted})$`).test(value);
  });

/** Leaves out alerts that another one inhibits. */
export const uninhibited = (alerts) =>
  alerts.filter(
    ({ labels }) =>
      !config.inhibit_rules.some(
        ({ source_matchers, target_matchers, equal }) =>
          matches(labels, target_matchers) &&
          alerts.some(
            (source) =>
              matches(source.labels, source_matchers) &&
              equal.every((name) => source.labels[name] === labels[name]),
          ),
      ),
  );

const SECONDS = { s: 1, m: 60 };
const secondsOf = (text) => parseInt(text, 10) * SECONDS[text.at(-1)];

/**
 * How often someone is called for pages of one group that came at these seconds, so many times quicker than
 * in production.
 */
export function notifications(came, timesQuicker) {
  const { group_wait, group_interval = '5m' } = config.route.routes[0];
  let calls = 0;
  let open = -1;
  for (const at of came) {
    if (at <= open) continue;
    open = at + secondsOf(calls === 0 ? group_wait : group_interval) / timesQuicker;
    calls += 1;
  }
  return calls;
}
