import type { ServiceName, StorageTotals } from '@skyshelf/contracts';
import type { AllJobs } from '../jobs/jobs-of.js';
import type { Reading } from '../lag/backlog.js';
import type { Report } from '../report.js';

export interface ConsumerLag extends Reading {
  /** Not noted as passed; without parked drives. */
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
