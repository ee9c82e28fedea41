import {
  internalRoutes,
  type JobsReport,
  jobStates,
  type ParkedEntry,
  type ServiceName,
} from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { consumerNames, type Installation, jobServices } from '../installation.js';
import { describeParked, parkedOf } from '../parked/parked-entries.js';
import { type Cell, type Report, spanText, table } from '../report.js';

type OfService<T> = T & { service: ServiceName };

export interface AllJobs {
  jobs: OfService<JobsReport['jobs'][number]>[];
  /** Order: latest first. */
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

export interface JobChoice {
  service: ServiceName;
  job: string;
}

export async function showJobs(
  installation: Installation,
  { service, failures }: { service?: ServiceName | undefined; failures: number },
): Promise<AllJobs & { parked: ParkedEntry[] } & Report> {
  const found = await jobsOf(installation, service ? [service] : jobServices, failures);
  const consumers = consumerNames.filter((name) => service === undefined || name === service);
  const parked = (await Promise.all(consumers.map((name) => parkedOf(installation, name)))).flat();
  const waiting = parked.length > 0 ? ['', 'Parked, see `parked show`:', ...parked.map(describeParked)] : [];
  const text = [textOf(found, installation.now()), ...waiting].join('\n');
  return { ...found, parked, text, exitCode: 0 };
}

/** @throws DomainError `input.invalid`: no such job was given up */
export async function retryJob({ peers }: Installation, { service, job }: JobChoice): Promise<Report> {
  await ask(peers, internalRoutes.retryJob, { service, body: { id: job } });
  return { text: `${job} waits for its turn again`, exitCode: 0 };
}

/**
 * Waiting, running or failed.
 * @throws DomainError `input.invalid`: no such job
 */
export async function dropJob({ peers }: Installation, { service, job }: JobChoice): Promise<Report> {
  await ask(peers, internalRoutes.cancelJob, { service, body: { id: job } });
  return { text: `${job} is dropped`, exitCode: 0 };
}

function textOf({ jobs, failures }: AllJobs, now: Date): string {
  if (jobs.length === 0) return 'There has never been a job';
  const order = (state: string) => jobStates.findIndex((each) => each === state);
  const rows = jobs
    .toSorted(
      (a, b) =>
        a.service.localeCompare(b.service) || a.kind.localeCompare(b.kind) || order(a.state) - order(b.state),
    )
    .map(({ service, kind, state, jobs: count, oldest }): Cell[] => [
      service,
      kind,
      state,
      count,
      oldest === null ? '' : `oldest ${spanText(now.getTime() - Date.parse(oldest))} ago`,
    ]);
  const failed = failures.map(
    ({ service, id, drive, tries, reason, ended }) =>
      `${service} ${id}\n    ${drive === null ? "the service's own" : `drive ${drive}`}, ${tries} tries, ` +
      `ended ${ended ?? 'never'}: ${reason ?? 'no reason'}`,
  );
  return [table(rows), ...(failed.length > 0 ? ['', 'Given up, the latest first:', ...failed] : [])].join(
    '\n',
  );
}
