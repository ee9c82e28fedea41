import { internalRoutes, type ServiceName, storageCalls, type StorageTotals } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { parkedOf } from '../parked/parked-entries.js';
import { drivesOf } from '../drives.js';
import { consumerNames, type Installation, jobServices, publishers } from '../installation.js';
import { type AllJobs, jobsOf } from '../jobs/run-jobs.js';
import { driveLags, type Reading, readings, waitingSince } from '../lag/backlog.js';
import {
  type Caller,
  type Cell,
  ProgressReporter,
  type Report,
  silentCaller,
  spanText,
  table,
} from '../report.js';

interface ConsumerLag extends Reading {
  /** Parked drives do not count. */
  drives: number;
  events: number;
  oldestMs: number;
}

export interface StatsReport extends Report {
  drives: number;
  elements: number;
  bytes: number;
  storage: StorageTotals;
  outbox: Partial<Record<ServiceName, number>>;
  outboxOldestMs: Partial<Record<ServiceName, number>>;
  lag: ConsumerLag[];
  parked: Partial<Record<ServiceName, number>>;
  jobs: AllJobs['jobs'];
}

function statsText(report: Omit<StatsReport, 'text' | 'exitCode'>): string {
  const { drives, elements, bytes, storage, outbox, outboxOldestMs, lag, parked, jobs } = report;
  return [
    table([
      ['drives', drives],
      ['elements', elements],
      ['bytes', bytes],
      ['blobs', storage.blobs],
      ['    no one names', storage.condemned],
      ['uploads under way', storage.pending],
    ]),
    '',
    'Events that wait to be published',
    table(
      Object.entries(outbox).map(([name, events]): Cell[] => [
        name,
        events,
        oldest(outboxOldestMs[name as keyof typeof outboxOldestMs] ?? 0),
      ]),
      '    ',
    ),
    'Events that a service has not noted as passed',
    table(lag.map(lagRow), '    '),
    'Parked',
    table(Object.entries(parked), '    '),
    'Jobs',
    table(
      jobs.length > 0
        ? jobs.map(({ service, kind, state, jobs: count }): Cell[] => [service, kind, state, count])
        : [['none']],
      '    ',
    ),
  ].join('\n');
}

const lagRow = ({ consumer, source, events, drives, oldestMs }: ConsumerLag): Cell[] => {
  const title = `${consumer} of ${source}`;
  return [title, events, 'in', drives, 'drives', oldest(oldestMs)];
};

const oldest = (ms: number): string => (ms > 0 ? `the oldest ${spanText(ms)} old` : '');

export async function runStats(
  installation: Installation,
  caller: Caller = silentCaller,
): Promise<StatsReport> {
  const { peers } = installation;
  const totals = await totalsOf(installation, caller);
  const lag: ConsumerLag[] = [];
  for (const reading of readings) lag.push(await lagOf(installation, reading, caller));
  const [outboxes, parked, { jobs }, storage] = await Promise.all([
    Promise.all(publishers.map((service) => outboxOf(installation, service))),
    Promise.all(
      consumerNames.map(async (name) => [name, (await parkedOf(installation, name)).length] as const),
    ),
    jobsOf(installation, jobServices, 0),
    ask(peers, storageCalls.totals),
  ]);
  const report = {
    ...totals,
    storage,
    outbox: Object.fromEntries(outboxes.map(({ service, events }) => [service, events])),
    outboxOldestMs: Object.fromEntries(outboxes.map(({ service, oldestAgeMs }) => [service, oldestAgeMs])),
    lag,
    parked: Object.fromEntries(parked),
    jobs,
  };
  return { ...report, text: statsText(report), exitCode: 0 };
}

async function totalsOf(
  installation: Installation,
  caller: Caller,
): Promise<Pick<StatsReport, 'drives' | 'elements' | 'bytes'>> {
  const teller = new ProgressReporter(caller, installation.now);
  const totals = { drives: 0, elements: 0, bytes: 0 };
  for await (const { count = 0, used = 0 } of drivesOf(installation, 'catalog')) {
    caller.signal.throwIfAborted();
    totals.drives += 1;
    totals.elements += count;
    totals.bytes += used;
    teller.tell({ step: 'drives counted', done: totals.drives, total: null });
  }
  return totals;
}

/** Drives whose age is looked up. */
const MOST_LOOKED_UP = 100;

async function lagOf(installation: Installation, reading: Reading, caller: Caller): Promise<ConsumerLag> {
  const teller = new ProgressReporter(caller, installation.now);
  const lag = { ...reading, drives: 0, events: 0, oldestMs: 0 };
  for await (const behind of driveLags(installation, reading)) {
    caller.signal.throwIfAborted();
    lag.drives += 1;
    lag.events += behind.version - behind.passed;
    teller.tell({ step: `drives that ${reading.consumer} is behind with`, done: lag.drives, total: null });
    if (lag.drives > MOST_LOOKED_UP) continue;
    const since = await waitingSince(installation, behind);
    if (since) lag.oldestMs = Math.max(lag.oldestMs, installation.now().getTime() - since.getTime());
  }
  return lag;
}

async function outboxOf({ peers }: Installation, service: ServiceName) {
  return { service, ...(await ask(peers, internalRoutes.outboxDepth, { service })) };
}
