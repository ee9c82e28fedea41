import { navigate } from 'wouter/use-browser-location';
import { cachedListings } from '../../shared/listings/listing-cache.js';
import type { KnownJob } from '../../shared/jobs/jobs-slice.js';
import { report } from '../../shared/report.js';
import { store } from '../../shared/store/store.js';
import { openWindow } from '../windows/public.js';
import { onEndedConversions, outcomesOf } from './ended-conversions.js';
import { areUploadsOpen, onEndedUploads } from './ended-uploads.js';
import { wordsOf, type Ended } from './ended.js';
import { notificationState } from './preference.js';
import { showNotification } from './show-notification.js';

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

/** While the tab is hidden: uploads together, when the last has ended. */
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
