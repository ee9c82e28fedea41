import type { Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';
import { services, type EventDocument } from '../shelf-database.js';

/** The consumers of catalog's drives that must have consumed all of their events. */
const listeners = ['storage', 'media'] as const;

/**
 * Every event has reached everyone it is for, once: outboxes empty, nothing parked, cursors at the end, jobs
 * done under a token of their own.
 */
export async function checkEventsPassed(inspection: Inspection): Promise<void> {
  const { database, report, drives } = inspection;
  const outbox = report.rule('outboxes are empty');
  const parked = report.rule('no drive is parked');
  for (const service of services) {
    const waiting = await database.all<EventDocument>(service, 'events', { pub: false });
    outbox.expect(
      waiting.length === 0,
      () =>
        `${waiting.length} events of ${service} are unpublished: ${waiting
          .slice(0, 3)
          .map(({ _id }) => _id)
          .join(', ')}`,
    );
    for (const entry of await database.all(service, 'parked'))
      parked.add(`${String(entry._id)}: ${entry.error?.message}`);
    parked.expect(true, () => '');
  }
  const cursors = report.rule('consumers have come to the end');
  for (const { drive, user, replayed } of drives) {
    for (const listener of listeners) {
      const [cursor] = await database.all(listener, 'cursors', { _id: `${listener}/catalog/${drive}` });
      cursors.expect(
        (cursor?.version ?? 0) === replayed.version,
        () => `${listener} stands at ${cursor?.version} of ${replayed.version}`,
        user,
      );
    }
  }
  await checkJobs(inspection);
  await checkDerived(inspection);
}

/** Checks what is true at any moment. */
export function checkCursorsBack({ report, history }: Inspection): void {
  const rule = report.rule('no consumer goes back');
  for (const { moves } of recordsOf(history, 'cursors-watched')) rule.looked(moves);
  for (const { cursor, from, to } of recordsOf(history, 'cursor-back'))
    rule.add(`the cursor ${cursor} went back from ${from} to ${to}`);
}

/**
 * Each claim of a job has a token of its own; a worker that fell silent was one claim, the one that took over
 * another. True at any moment.
 */
export async function checkTokens({ database, report }: Inspection): Promise<void> {
  const rule = report.rule('tokens of jobs');
  for (const { _id, state, token, tries } of await database.all('media', 'jobs')) {
    if (state === 'dropped') continue;
    // `tries` are claims that came to nothing; while one is running, and when one succeeded, there was one more.
    const claims = Number(tries) + (state === 'running' || state === 'done' ? 1 : 0);
    rule.expect(
      Number(token) >= claims,
      () => `job ${String(_id)} was begun ${claims} times and its token is ${token}`,
    );
  }
}

async function checkJobs({ database, report }: Inspection): Promise<void> {
  const rule = report.rule('jobs');
  for (const { _id, state, reason } of await database.all('media', 'jobs'))
    rule.expect(state === 'done' || state === 'dropped', () => `job ${String(_id)} is ${state} (${reason})`);
}

/** Every picture has a thumbnail, and nothing was made twice. */
async function checkDerived({ drives, database, report }: Inspection): Promise<void> {
  const rule = report.rule('derived files');
  const made = await database.all('storage', 'blobs', { source: { $type: 'string' }, state: 'ready' });
  for (const [of, blobs] of Map.groupBy(made, ({ kind, source }) => `${kind} of ${source}`))
    rule.expect(blobs.length === 1, () => `there are ${blobs.length} files for the ${of}`);
  for (const { user, listed } of drives)
    for (const { name, kind, thumbnail } of listed)
      if (kind.startsWith('image/'))
        rule.expect(thumbnail !== null, () => `“${name}” has no thumbnail`, user);
}
