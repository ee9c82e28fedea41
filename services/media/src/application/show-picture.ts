import { derivedName, DomainError, fileAddress, isDerivedFile } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { hasPicture, NO_SUCH_PICTURE, pictureKinds } from '../domain/provider-picture.js';
import type { DemandedJobs, Elements, JobStatus } from './ports.js';

export interface ShowPictureDeps {
  enabled: boolean;
  elements: Elements;
  jobs: DemandedJobs;
  wake(): void;
  now(): Date;
  pause(ms: number): Promise<unknown>;
}

/** Milliseconds for fetching: a page has few connections. */
const WAIT_MS = 3000;
const LOOK_MS = 100;
/** Milliseconds that a provider is left alone with a picture that it did not send. */
const FAILURE_KEPT_MS = 3600_000;
/** Seconds that a browser remembers that there is none. */
const MISSING_KEPT_SECONDS = 7 * 86_400;
/** Catalog has learnt of the result within this time. */
const HEARD_MS = 60_000;

/** @throws DomainError `element.not-found`; `file.not-found`: none, or none yet */
export async function showPicture(
  deps: ShowPictureDeps,
  { drive, sub }: Pick<Caller, 'drive' | 'sub'>,
  elementId: string,
  picture: number,
): Promise<string> {
  const kind = pictureKinds[picture];
  const since = performance.now();
  for (;;) {
    const { id, url, derived, kind: linkKind } = await deps.elements.own(drive, elementId);
    if (!kind || url === null || !hasPicture(linkKind, picture)) throw new DomainError('file.not-found');
    const made = derived[kind];
    if (isDerivedFile(made)) return fileAddress(made.blobId, sub, derivedName(kind));
    if (!deps.enabled) throw new DomainError('file.not-found', { keepSeconds: FAILURE_KEPT_MS / 1000 });
    const request = { kind, drive, elementId: id, source: { url }, actor: sub, trace: null };
    const job = await deps.jobs.demand(request);
    deps.wake();
    if (isOver(await deps.jobs.standing(job), deps.now())) await deps.jobs.again(job);
    if (performance.now() - since > WAIT_MS) throw new DomainError('file.not-found');
    await deps.pause(LOOK_MS);
  }
}

/** @throws DomainError `file.not-found`: failed not long ago, or its provider has none */
function isOver(standing: JobStatus | null, now: Date): boolean {
  if (!standing || standing.open) return false;
  const { state, ended, reason } = standing;
  if (state === 'failed' && reason === NO_SUCH_PICTURE)
    throw new DomainError('file.not-found', { keepSeconds: MISSING_KEPT_SECONDS });
  const age = now.getTime() - (ended?.getTime() ?? 0);
  if (state === 'failed' && age < FAILURE_KEPT_MS)
    throw new DomainError('file.not-found', { keepSeconds: Math.ceil((FAILURE_KEPT_MS - age) / 1000) });
  return state !== 'done' || age > HEARD_MS;
}
