/** A group of rules as Prometheus has it. */
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

/** A page wakes someone at night, a ticket waits for the morning. */
export type Severity = 'page' | 'ticket';

/** What a series does while all is well, just below the alert's bound, and when it is bad: of a gauge its value, of a counter its growth in a minute. `null`: it is not there. */
export interface ProofSeries {
  series: string;
  well: number | null;
  below: number | null;
  bad: number | null;
}

/** How it is shown that an alert does what it promises. */
export interface Proof {
  series: readonly ProofSeries[];
  /** Minutes within which it fires. */
  firesWithin: number;
  /** Minutes within which it ends. */
  endsWithin: number;
  /** Minutes of well before. */
  lead?: number;
  /** Minutes between two looks; 1 unless given. */
  step?: number;
  /** Labels that the alert has of its series. */
  labels?: Readonly<Record<string, string>>;
}

/** An alert with what shows that it works. */
export interface Alert {
  name: string;
  severity: Severity;
  expr: string;
  /** How long it has to hold, as Prometheus has it. */
  holds?: string;
  /** What is the matter, in one line; `{{ $labels.x }}` is filled in. */
  summary: string;
  labels?: Readonly<Record<string, string>>;
  /** The section of docs/runbooks.md that says what to do, where it is not its name. */
  runbook?: string;
  proof: Proof;
}

/** Where the runbooks are; the chart fills it in. */
export const RUNBOOKS = 'RUNBOOKS_ADDRESS';

export const runbookOf = ({ name, runbook = name }: Pick<Alert, 'name' | 'runbook'>): string => runbook;

export const alertRule = ({ severity, expr, holds, summary, labels, ...named }: Alert): AlertRule => ({
  alert: named.name,
  expr,
  ...(holds && { for: holds }),
  labels: { severity, ...labels },
  annotations: { summary, runbook_url: `${RUNBOOKS}#${runbookOf(named).toLowerCase()}` },
});
