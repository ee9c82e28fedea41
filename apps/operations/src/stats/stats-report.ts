import type { ServiceName, StorageTotals } from '@skyshelf/contracts';
import type { AllJobs } from '../jobs/jobs-of.js';
import type { Reading } from '../lag/backlog.js';
import type { Report } from '../report.js';

/** How far a service is behind the events it acts on. */
export interface ConsumerLag extends Reading {
  /** Drives and events it has not noted as passed; parked drives are not among them. */
  drives: number;
  events: number;
  /** Age of the oldest of them. */
  oldestMs: number;
}

export interface StatsReport extends Report {
  drives: number;
  elements: number;
  bytes: number;
  storage: StorageTotals;
  /** Events that wait to be published, by service. */
  outbox: Partial<Record<ServiceName, number>>;
  /** Age of the oldest of them. */
  outboxOldestMs: Partial<Record<ServiceName, number>>;
  lag: ConsumerLag[];
  /** Drives and events that wait for an operator, by service. */
  parked: Partial<Record<ServiceName, number>>;
  jobs: AllJobs['jobs'];
}
