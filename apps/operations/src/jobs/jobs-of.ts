import { internalRoutes, type JobsReport, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';

type OfService<T> = T & { service: ServiceName };

export interface AllJobs {
  jobs: OfService<JobsReport['jobs'][number]>[];
  /** Latest first. */
  failures: OfService<JobsReport['failures'][number]>[];
}

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
