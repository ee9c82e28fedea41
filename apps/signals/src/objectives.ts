import { routes, type RouteContract } from '@skyshelf/contracts';
import {
  countRate,
  rate,
  sample,
  series,
  sum,
  withinRate,
  type BoundOf,
  type HistogramName,
  type Values,
  type Where,
} from './query.js';

/** The share of `all` that is not `bad`, over 30 days. */
export interface Objective {
  name: string;
  /** The name of its alerts: `Skyshelf<alert>BurnsFast`, `…Slowly`. */
  alert: string;
  promise: string;
  /** Unit: 0 to 1. */
  target: number;
  /** Fewer events page no one: of ten, one says nothing. */
  atLeastPerHour: number;
  /** Unit: events a second. */
  bad: string;
  all: string;
  /** Two test series: all events, and the failed or kept ones. */
  proof: { all: string; series: string; counts: 'failed' | 'kept' };
}

const WINDOW = '5m';
const all = (query: string): string => sum(['namespace'], query);

/** A final slash is optional on every path. */
const pathsOf = (contracts: readonly Pick<RouteContract, 'path'>[]): { matches: string } => ({
  matches: contracts.map(({ path }) => `${path.replace(/\/$/, '').replaceAll(/:\w+/g, ':\\w+')}/?`).join('|'),
});

function latency<N extends HistogramName>(
  words: Pick<Objective, 'name' | 'alert' | 'promise'>,
  { metric, where, bound, proven }: { metric: N; where: Where<N>; bound: BoundOf<N>; proven: Values<N> },
): Objective {
  const observed = all(countRate(metric, WINDOW, where));
  const bad = `${observed} - ${all(withinRate(metric, bound, WINDOW, where))}`;
  const proof = {
    all: series(metric, '_count', proven),
    series: series(metric, '_bucket', { ...proven, le: String(bound) }),
    counts: 'kept' as const,
  };
  return { ...words, target: 0.99, atLeastPerHour: 60, bad, all: observed, proof };
}

const everyRoute: readonly RouteContract[] = Object.values(routes);
const commands = everyRoute.filter(
  ({ service, command, rate }) => service === 'catalog' && command && rate === 'command',
);
/** As the gateway sees them, where a slow way to a service counts as well. */
const requests = 'skyshelf_http_request_duration_seconds';
const people = { service: 'gateway', route: { lacks: '/internal/.*|/metrics|/health.*|none' } } as const;
const answered = all(rate('skyshelf_http_requests_total', WINDOW, people));
const failed = all(rate('skyshelf_http_errors_total', WINDOW, people));

export const objectives: readonly Objective[] = [
  {
    name: 'availability',
    alert: 'Availability',
    target: 0.999,
    atLeastPerHour: 100,
    promise: '99.9 % of requests are answered without an error of ours',
    bad: `(${failed}) or 0 * (${answered})`,
    all: answered,
    proof: {
      all: sample('skyshelf_http_requests_total', { service: 'gateway', route: '/api/', status: '200' }),
      series: sample('skyshelf_http_errors_total', { service: 'gateway', route: '/api/' }),
      counts: 'failed',
    },
  },
  latency(
    { name: 'listing', alert: 'Listing', promise: '99 % of listings come within 250 ms' },
    {
      ...{
        metric: requests,
        where: { service: 'gateway', route: pathsOf([routes.listFolder]) },
        bound: 0.25,
      },
      proven: { service: 'gateway', route: routes.listFolder.path },
    },
  ),
  latency(
    { name: 'command', alert: 'Command', promise: '99 % of commands are done within 500 ms' },
    {
      ...{ metric: requests, where: { service: 'gateway', route: pathsOf(commands) }, bound: 0.5 },
      proven: { service: 'gateway', route: routes.addElement.path },
    },
  ),
  latency(
    { name: 'upload-start', alert: 'UploadStart', promise: '99 % of uploads may begin within 500 ms' },
    {
      ...{
        metric: requests,
        where: { service: 'gateway', route: pathsOf([routes.startUpload]) },
        bound: 0.5,
      },
      proven: { service: 'gateway', route: routes.startUpload.path },
    },
  ),
  latency(
    { name: 'thumbnail', alert: 'Thumbnail', promise: '99 % of pictures have a thumbnail 10 s after upload' },
    {
      metric: 'skyshelf_job_completion_seconds',
      where: { kind: 'thumbnail' },
      bound: 10,
      proven: { service: 'media', kind: 'thumbnail' },
    },
  ),
  latency(
    { name: 'event-age', alert: 'EventAge', promise: '99 % of events have their effect within 2.5 s' },
    { metric: 'skyshelf_bus_delay_seconds', where: {}, bound: 2.5, proven: { service: 'catalog' } },
  ),
];
