import { derivedName, DomainError, fileAddress, isDerivedFile } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { decidePicture, FAILURE_KEPT_MS, hasPicture, pictureKinds } from '../domain/provider-picture.js';
import type { DemandedJobs, Elements } from './ports.js';

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

/** @throws DomainError `element.not-found`; `file.not-found`: none, or none yet */
export async function showPicture(
  deps: ShowPictureDeps,
  caller: Pick<Caller, 'drive' | 'scope' | 'sub'>,
  elementId: string,
  picture: number,
): Promise<string> {
  const { drive, sub } = caller;
  const kind = pictureKinds[picture];
  const since = performance.now();
  for (;;) {
    const { id, url, derived, kind: linkKind } = await deps.elements.own(caller, elementId);
    if (!kind || url === null || !hasPicture(linkKind, picture)) throw new DomainError('file.not-found');
    const made = derived[kind];
    if (isDerivedFile(made)) return fileAddress(made.blobId, sub, derivedName(kind));
    if (!deps.enabled) throw new DomainError('file.not-found', { keepSeconds: FAILURE_KEPT_MS / 1000 });
    const request = { kind, drive, elementId: id, source: { url }, actor: sub, trace: null };
    const job = await deps.jobs.demand(request);
    deps.wake();
    const next = decidePicture(await deps.jobs.standing(job), deps.now());
    if (next.do === 'refuse') throw new DomainError('file.not-found', { keepSeconds: next.keepSeconds });
    if (next.do === 'again') await deps.jobs.again(job);
    if (performance.now() - since > WAIT_MS) throw new DomainError('file.not-found');
    await deps.pause(LOOK_MS);
  }
}
