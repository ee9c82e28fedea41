import { navigate } from 'wouter/use-browser-location';
import { notificationTexts as text } from '../../shared/messages/notification-texts.js';
import { ownDrive } from '../../shared/offline/marker.js';
import { cachedListings } from '../../shared/listings/listing-cache.js';
import { isConversion, type KnownJob, selectJobsById } from '../../shared/jobs/jobs-slice.js';
import { logError } from '../../shared/log-error.js';
import { store } from '../../shared/store/store.js';
import { openWindow } from '../windows/public.js';
import { callApi } from '../../shared/api/call-api.js';
import { isUnsettled, uploadEngineOf } from '../uploads/public.js';

export interface Ended {
  what: 'upload' | 'conversion';
  name: string;
  failed: boolean;
  /** Example: `/Trips/`. */
  folder: string;
  elementId: string | null;
}

interface NotificationWords {
  title: string;
  body: string;
  folder: string;
}

const MOST_NAMES = 3;

const lines = {
  upload: text.uploaded,
  'upload failed': text.notUploaded,
  conversion: text.converted,
  'conversion failed': text.notConverted,
};
const kindOf = ({ what, failed }: Ended): keyof typeof lines => (failed ? `${what} failed` : what);

const namesOf = (ended: readonly Ended[]): string => {
  const more = ended.length - MOST_NAMES;
  return [
    ...ended.slice(0, MOST_NAMES).map(({ name }) => name),
    ...(more > 0 ? [text.andMore(more)] : []),
  ].join(', ');
};

export const wordsOf = (ended: readonly Ended[]): NotificationWords => {
  const groups = Object.entries(Object.groupBy(ended, kindOf)).map(([kind, some]) => ({
    line: lines[kind as keyof typeof lines](some.length),
    names: namesOf(some),
  }));
  const folders = new Set(ended.map(({ folder }) => folder));
  const [folder = '/'] = folders.size === 1 ? folders : [];
  const [only] = groups;
  if (only && groups.length === 1) return { title: only.line, body: only.names, folder };
  return { title: text.title, body: groups.map(({ line, names }) => `${line}: ${names}`).join('\n'), folder };
};

/** The account that wants them in this browser. */
const KEY = 'skyshelf:notify';
const own = (): string => ownDrive() ?? 'here';

type NotificationState = 'on' | 'off' | 'refused' | 'missing';

export const notificationState = (): NotificationState => {
  if (!('Notification' in globalThis)) return 'missing';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && localStorage.getItem(KEY) === own() ? 'on' : 'off';
};

/** Asks the browser where it was never asked. Answers what came of it. */
export const switchNotifications = async (on: boolean): Promise<NotificationState> => {
  if (!on) localStorage.removeItem(KEY);
  else if ('Notification' in globalThis && (await Notification.requestPermission()) === 'granted')
    localStorage.setItem(KEY, own());
  return notificationState();
};

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
    ended = [];
    jobs = [];
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
      say().catch((failure: unknown) => logError('What has ended could not be said', failure));
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
      logError('A notification could not be shown', failure),
    );
  }
};

const onEndedUploads = (ended: (one: Ended) => void): (() => void) => {
  const { list } = uploadEngineOf(store);
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

const areUploadsOpen = (): boolean => uploadEngineOf(store).list.totals.moving > 0;

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
