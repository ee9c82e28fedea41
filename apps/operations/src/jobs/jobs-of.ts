import { DomainError, internalRoutes, type JobsReport, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';
import { jobServices } from '../services.js';

type OfService<T> = T & { service: ServiceName };

/** The jobs of several services. */
export interface AllJobs {
  jobs: OfService<JobsReport['jobs'][number]>[];
  /** Those given up, the latest first. */
  failures: OfService<JobsReport['failures'][number]>[];
}

/** The jobs of some services by kind and state, and so many of the latest that were given up. */
export async function jobsOf(
  { peers }: Pick<Installation, 'peers'>,
  services: readonly ServiceName[],
  failures: number,
): Promise<AllJobs> {
  const reports = await Promise.all(
    services.map(async (service) => {
      const report = await ask(peers, internalRoutes.jobs, { service, query: { failures } });
      return {
        jobs: report.jobs.map((each) => ({ service, ...each })),
        failures: report.failures.map((each) => ({ service, ...each })),
      };
    }),
  );
  const latest = reports
    .flatMap((report) => report.failures)
    .toSorted((a, b) => (b.ended ?? '').localeCompare(a.ended ?? ''));
  return { jobs: reports.flatMap(({ jobs }) => jobs), failures: latest.slice(0, failures) };
}

/** @throws DomainError `input.invalid` when this service has no jobs */
export function requireJobs(service: ServiceName): void {
  if (jobServices.includes(service)) return;
  const message = `${service} has no jobs. Services that have: ${jobServices.join(', ')}.`;
  throw new DomainError('input.invalid', { field: 'service', message });
}
