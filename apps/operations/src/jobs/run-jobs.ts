import { jobStates, mediaCalls, type JobsReport } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';
import type { Report } from '../report.js';
import { spanText, table, type Cell } from '../table.js';

/** Media's work by kind and state, and the latest that was given up. */
export async function showJobs(
  { peers, now }: Installation,
  { failures }: { failures: number },
): Promise<JobsReport & Report> {
  const report = await ask(peers, mediaCalls.jobs, { query: { failures } });
  return { ...report, text: textOf(report, now()), exitCode: 0 };
}

/**
 * Lets a job that was given up be tried again.
 * @throws DomainError `input.invalid` when no such job was given up
 */
export async function retryJob({ peers }: Installation, { id }: { id: string }): Promise<Report> {
  await ask(peers, mediaCalls.retryJob, { body: { id } });
  return { text: `${id} waits for its turn again`, exitCode: 0 };
}

function textOf({ jobs, failures }: JobsReport, now: Date): string {
  if (jobs.length === 0) return 'There has never been a job';
  const order = (state: string) => jobStates.findIndex((each) => each === state);
  const rows = jobs
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || order(a.state) - order(b.state))
    .map(({ kind, state, jobs: count, oldest }): Cell[] => [
      ...[kind, state, count],
      oldest === null ? '' : `oldest ${spanText(now.getTime() - Date.parse(oldest))} ago`,
    ]);
  const failed = failures.map(
    ({ id, drive, tries, reason, ended }) =>
      `${id}\n    drive ${drive}, ${tries} tries, ended ${ended ?? 'never'}: ${reason ?? 'no reason'}`,
  );
  return [table(rows), ...(failed.length > 0 ? ['', 'Given up, the latest first:', ...failed] : [])].join(
    '\n',
  );
}
