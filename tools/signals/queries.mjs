/** Whether Prometheus has an answer to each query of the chart. */
import { filledIn, TIMES_QUICKER } from './prometheus.mjs';

/** The queries that may be empty in a run, by words, and why. */
export const MAY_BE_EMPTY = {
  'absent(': 'it has an answer only when nothing is watched',
  skyshelf_undeclared_refusals_total: 'there is one only after a mistake of ours',
  skyshelf_bus_unreadable_total: 'there is one only after a stranger wrote to a topic',
  skyshelf_sign_ins_total: 'people of this run get their tokens from the operator',
  skyshelf_bus_retries_total: 'there is one only after a handler failed, which an outage does not count as',
  skyshelf_key_age_seconds:
    'outside of Kubernetes no one writes into the file of keys when they were changed',
  skyshelf_link_traffic_refusals_total: 'no link of this run sends as much as it may on one day',
  skyshelf_companion_requests_total: 'no one of this run brings files from elsewhere',
  'outcome="failed"': 'all files of this run can be converted',
  'skyshelf_http_errors_total{namespace="skyshelf",service=': 'a fault may hit no request of that service',
};

const COMPARED = /([)}\d]) (>=|>|<|==) (?=[\d.])/g;
/** Whether it holds, as 0 or 1, so that one that does not hold can be told from one without an answer. */
const asJudgement = (query) =>
  query.replaceAll(COMPARED, '$1 $2 bool ').replaceAll(/(time\(\)) (<|>) (?=\d)/g, '$1 $2 bool ');
const SELECTOR = /\b[a-zA-Z_:][\w:]*\{[^}]*\}/g;

/** @returns those without an answer in the seconds since `from`, and how many there are */
export async function unanswered({ ask }, { panels, groups, from }) {
  const rules = groups.flatMap((group) =>
    group.rules.map((rule) => ({
      where: rule.alert ?? `${rule.record} ${rule.labels.objective}`,
      query: rule.alert ? asJudgement(filledIn(rule.expr)) : filledIn(rule.expr),
    })),
  );
  const all = [...panels.map(({ where, expr }) => ({ where, query: filledIn(expr) })), ...rules];
  const span = { start: from, end: Date.now() / 1000, step: 30 / TIMES_QUICKER };
  const empty = [];
  for (const { where, query } of all) {
    const { result } = await ask('query_range', { query, ...span });
    const known = (selector) => ask('series', { 'match[]': selector, start: span.start, end: span.end });
    const missing = [];
    for (const selector of query.match(SELECTOR) ?? [])
      if ((await known(selector)).length === 0) missing.push(selector);
    const reason = Object.keys(MAY_BE_EMPTY).find((word) => query.includes(word));
    if ((result.length === 0 || missing.length > 0) && !reason) empty.push({ where, query, missing });
  }
  return { asked: all.length, empty };
}
