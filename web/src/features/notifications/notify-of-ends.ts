import { navigate } from 'wouter/use-browser-location';
import { cachedListings } from '../../shared/listings/listing-cache.js';
import { isConversion, type KnownJob, selectJobsById } from '../../shared/jobs/jobs-slice.js';
import { report } from '../../shared/report.js';
import { store } from '../../shared/store/store.js';
import { openWindow } from '../windows/public.js';
import { callApi } from '../../shared/api/call-api.js';
import { type Ended, type NotificationWords, wordsOf } from './ended.js';
import { isUnsettled, uploads } from '../uploads/public.js';
import { notificationState } from './preference.js';

/** Milliseconds; what ends within is said together. */
const TOGETHER_MS = 1000;

const isHidden = (): boolean => document.visibilityState === 'hidden';
const addressOf = (folder: string): string =>
  `/allfiles${folder.split('/').map(encodeURIComponent).join('/')}`;

const follow = (address: string, ended: readonly Ended[]): void => {
  navigate(address);
  const [only] = ended;
  if (ended.length > 1 || only?.what !== 'conversion' || only.failed) return;
  const docs = cachedListings(store.getState()).flatMap(({ listing }) => listing.docs);
  const element = docs.find(({ _id }) => _id === only.elementId);
  if (element) store.dispatch(openWindow(element, [element]));
};

export const notifyOfEnds = (): (() => void) => {
  let ended: Ended[] = [];
  let jobs: KnownJob[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = async (): Promise<void> => {
    if (areUploadsOpen()) return;
    const uploads = ended;
    const gone = jobs;
    [ended, jobs] = [[], []];
    const all = [...uploads, ...(await outcomesOf(gone))];
    // A user who is back has seen it.
    if (all.length === 0 || !isHidden()) return;
    const words = wordsOf(all);
    const address = addressOf(words.folder);
    showNotification(words, address, () => follow(address, all));
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      say().catch((failure: unknown) => report('What has ended could not be said', failure));
    }, TOGETHER_MS);
  };
  const note = (keep: () => void): void => {
    if (!isHidden() || notificationState() !== 'on') return;
    keep();
    soon();
  };
  const stops = [
    onEndedUploads((one) => note(() => ended.push(one))),
    onEndedConversions((job) => note(() => jobs.push(job))),
  ];
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    const { goTo } = (data ?? {}) as { goTo?: unknown };
    if (typeof goTo === 'string' && goTo.startsWith('/allfiles/')) navigate(goTo);
  };
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
};

const SHOWN_MS = 5000;
const TAG = 'skyshelf-ended';

/** Phones have workers' notifications only. A click comes back as a message. */
const showByWorker = async (title: string, options: NotificationOptions): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  await registration.showNotification(title, options);
  setTimeout(() => {
    void registration.getNotifications({ tag: TAG }).then((all) => all.forEach((each) => each.close()));
  }, SHOWN_MS);
};

const showNotification = ({ title, body }: NotificationWords, address: string, clicked: () => void): void => {
  const options = { body, tag: TAG, icon: '/icons/192.png', data: address };
  try {
    const shown = new Notification(title, options);
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      clicked();
    });
    setTimeout(() => shown.close(), SHOWN_MS);
  } catch {
    showByWorker(title, options).catch((failure: unknown) =>
      report('A notification could not be shown', failure),
    );
  }
};

const onEndedUploads = (ended: (one: Ended) => void): (() => void) => {
  const { list } = uploads;
  const open = new Set(
    list
      .all()
      .filter(isUnsettled)
      .map(({ id }) => id),
  );
  return list.subscribe((id) => {
    const item = list.get(id);
    if (item && isUnsettled(item)) open.add(id);
    else if (open.delete(id) && item)
      ended({
        what: 'upload',
        name: item.name,
        failed: item.status !== 'done',
        folder: item.targetFolder.url,
        elementId: item.elementId,
      });
  });
};

const areUploadsOpen = (): boolean => uploads.list.totals.moving > 0;

const onEndedConversions = (ended: (one: KnownJob) => void): (() => void) => {
  let before = selectJobsById(store.getState());
  return store.subscribe(() => {
    const now = selectJobsById(store.getState());
    if (now === before) return;
    const gone = Object.values(before).filter((job) => isConversion(job) && !(job._id in now));
    before = now;
    for (const job of gone) ended(job);
  });
};

/** The file may have changed for another reason, so the server is asked. */
const outcomesOf = async (gone: readonly KnownJob[]): Promise<Ended[]> => {
  if (gone.length === 0) return [];
  const { docs: jobs } = await callApi('listJobs', {});
  const known = cachedListings(store.getState()).flatMap(({ listing }) => listing.docs);
  return gone.flatMap(({ _id, kind }): Ended[] => {
    const job = jobs.find((each) => each._id === _id && each.kind === kind);
    const element = known.find((each) => each._id === _id);
    if (!element || (job && job.state !== 'failed')) return [];
    const { linkname: name, path: folder } = element;
    return [{ what: 'conversion', name, failed: job !== undefined, folder, elementId: _id }];
  });
};
