import type { ServiceName, StorageTotals } from '@skyshelf/contracts';
import type { AllJobs } from '../jobs/run-jobs.js';
import type { Reading } from '../lag/backlog.js';
import { type Cell, type Report, spanText, table } from '../report.js';

export interface ConsumerLag extends Reading {
  /** Without parked ones. */
  drives: number;
  events: number;
  /** Of the oldest. */
  oldestMs: number;
}

export interface StatsReport extends Report {
  drives: number;
  elements: number;
  bytes: number;
  storage: StorageTotals;
  /** Unpublished, by service. */
  outbox: Partial<Record<ServiceName, number>>;
  /** Of the oldest. */
  outboxOldestMs: Partial<Record<ServiceName, number>>;
  lag: ConsumerLag[];
  /** Drives and events, by service. */
  parked: Partial<Record<ServiceName, number>>;
  jobs: AllJobs['jobs'];
}

export function statsText(report: Omit<StatsReport, 'text' | 'exitCode'>): string {
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
    table(
      lag.map(({ consumer, source, events, drives: of, oldestMs }): Cell[] => [
        ...[`${consumer} of ${source}`, events, 'in', of, 'drives', oldest(oldestMs)],
      ]),
      '    ',
    ),
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

const oldest = (ms: number): string => (ms > 0 ? `the oldest ${spanText(ms)} old` : '');
