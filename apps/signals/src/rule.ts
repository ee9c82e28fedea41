export interface RuleGroup {
  name: string;
  rules: readonly Rule[];
}

export type Rule = RecordingRule | AlertRule;

export interface RecordingRule {
  record: string;
  expr: string;
  labels?: Readonly<Record<string, string>>;
}

export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  keep_firing_for?: string;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

/** A page at night, a ticket for the morning. */
export type Severity = 'page' | 'ticket';

/** Well, just below the bound, and bad: a gauge's value, a counter's growth a minute. `null`: absent. */
export interface ProofSeries {
  series: string;
  well: number | null;
  below: number | null;
  bad: number | null;
}

export interface Proof {
  series: readonly ProofSeries[];
  firesWithin: number;
  endsWithin: number;
  /** The minutes without a fault before. */
  lead?: number;
  /** Unit: minutes; default 1. */
  step?: number;
  labels?: Readonly<Record<string, string>>;
}

export interface Alert {
  name: string;
  severity: Severity;
  expr: string;
  /** Format: Prometheus' notation. */
  holds?: string;
  /** One line; `{{ $labels.x }}` is filled in. */
  summary: string;
  labels?: Readonly<Record<string, string>>;
  /** The section of docs/runbooks.md; default: the alert's name. */
  runbook?: string;
  proof: Proof;
}

/** Filled in by the chart. */
export const RUNBOOKS = 'RUNBOOKS_ADDRESS';

export const runbookOf = ({ name, runbook = name }: Pick<Alert, 'name' | 'runbook'>): string => runbook;

export const alertRule = ({ severity, expr, holds, summary, labels, ...named }: Alert): AlertRule => ({
  alert: named.name,
  expr,
  ...(holds && { for: holds }),
  labels: { severity, ...labels },
  annotations: { summary, runbook_url: `${RUNBOOKS}#${runbookOf(named).toLowerCase()}` },
});
