import type { Objective } from './objectives.js';
import type { Alert, ProofSeries, RecordingRule, Severity } from './rule.js';
import { NAMESPACE } from './query.js';

/** The rate of events a second, by `objective`. */
const BAD = 'skyshelf:objective_bad:rate5m';
const ALL = 'skyshelf:objective_all:rate5m';
export const badShare = (window: string): string => `skyshelf:objective_bad_share:ratio${window}`;
export const recorded = (record: string, objective: string): string =>
  `${record}{namespace="${NAMESPACE}",objective="${objective}"}`;
export const objectiveEvents = { bad: BAD, all: ALL };

/** The long window shows relevance, the short one that it goes on. */
interface BurnRate {
  long: string;
  short: string;
  times: number;
}

/**
 * Google's Site Reliability Workbook, chapter 5: 2 % of 30 days' budget in an hour, 5 % in six hours page
 * someone; 10 % in a day, and in three, wait for the morning.
 */
const BURN_RATES: Readonly<Record<Severity, readonly [BurnRate, BurnRate]>> = {
  page: [
    { long: '1h', short: '5m', times: 14.4 },
    { long: '6h', short: '30m', times: 6 },
  ],
  ticket: [
    { long: '1d', short: '2h', times: 3 },
    { long: '3d', short: '6h', times: 1 },
  ],
};
const WINDOWS = ['30m', '1h', '2h', '6h', '1d', '3d'];

/** Long windows are made of the short one, which is cheap. */
export function recordings({ name, bad, all }: Objective): RecordingRule[] {
  const labels = { objective: name };
  const over = (record: string, window: string) => `sum_over_time(${recorded(record, name)}[${window}])`;
  return [
    { record: BAD, expr: bad, labels },
    { record: ALL, expr: all, labels },
    {
      record: badShare('5m'),
      expr: `${recorded(BAD, name)} / (${recorded(ALL, name)} > 0)`,
      labels,
    },
    ...WINDOWS.map((window) => ({
      record: badShare(window),
      expr: `${over(BAD, window)} / (${over(ALL, window)} > 0)`,
      labels,
    })),
  ];
}

const SPEED = { page: 'Fast', ticket: 'Slowly' } as const;

export const burnAlerts = (objective: Objective): Alert[] => [
  burnAlert(objective, 'page'),
  burnAlert(objective, 'ticket'),
];

function burnAlert(objective: Objective, severity: Severity): Alert {
  const { name, alert, promise, target, atLeastPerHour } = objective;
  const budget = 1 - target;
  const burns = ({ long, short, times }: BurnRate): string =>
    [long, short]
      .map((window) => `${recorded(badShare(window), name)} > ${rounded(times * budget)}`)
      .join(' and ');
  const [quick, patient] = BURN_RATES[severity];
  const enough = `avg_over_time(${recorded(ALL, name)}[1h]) * 3600 >= ${atLeastPerHour}`;
  return {
    name: `Skyshelf${alert}Burns${SPEED[severity]}`,
    severity,
    expr: `((${burns(quick)}) or (${burns(patient)})) and ${enough}`,
    holds: severity === 'page' ? '2m' : '15m',
    summary: `Not kept: ${promise}.`,
    labels: { objective: name },
    runbook: `Skyshelf${alert}Burns`,
    proof: {
      ...proofTimes[severity],
      labels: { namespace: NAMESPACE, objective: name },
      series: proofSeries(objective, severity),
    },
  };
}

const rounded = (share: number): number => Number(share.toPrecision(6));

const proofTimes = {
  page: { lead: 6 * 60, firesWithin: 25, endsWithin: 20, step: 1 },
  ticket: { lead: 3 * 1440, firesWithin: 20 * 60, endsWithin: 6 * 60, step: 30 },
} as const;

/** Burn rates that page within 25 minutes, that open a ticket, and that do neither. */
const BURNT = { page: { below: 5.5, bad: 50 }, ticket: { below: 0.9, bad: 5 } } as const;

function proofSeries({ target, proof }: Objective, severity: Severity): ProofSeries[] {
  const perMinute = 6_000;
  const { below, bad } = BURNT[severity];
  const failing = (times: number): number => perMinute * (1 - target) * times;
  const steady = { well: perMinute, below: perMinute, bad: perMinute };
  const lost = { well: 0, below: failing(below), bad: failing(bad) };
  const kept = { well: perMinute, below: perMinute - lost.below, bad: perMinute - lost.bad };
  return [
    { series: proof.all, ...steady },
    { series: proof.series, ...(proof.counts === 'failed' ? lost : kept) },
  ];
}
