import { forgetOthers } from '../../shared/offline/forget.js';
import { alone } from '../../shared/offline/kept-listings.js';
import { markFor, ownDrive } from '../../shared/offline/marker.js';

const SCRIPT = '/sw.js';
const LOOK_EVERY_MS = 60 * 60_000;
const ANSWER_MS = 2000;

/** Workers are there on https and on one’s own machine only. */
export const canWorkOffline = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'locks' in navigator;

/** Ends the waiting of a new version: its worker takes over. */
export type TakeOver = () => void;

const entry = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
};

/** Whether a worker is of the same build as this page. */
const isOfThisBuild = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
    setTimeout(() => resolve(false), ANSWER_MS);
    worker.postMessage(entry(), [port2]);
  });

const registered = async (): Promise<ServiceWorkerRegistration | null> => {
  await forgetOthers();
  return alone(async () => {
    const drive = ownDrive();
    if (drive === null || !markFor(drive)) return null;
    return (await navigator.serviceWorker.register(SCRIPT, { updateViaCache: 'none' })) ?? null;
  });
};

/**
 * Has the worker keep the page for when there is no network, and looks for new versions of it. One that comes waits: `offer` is called with what ends that.
 * A page that is of the new version already asks no one. Answers how to stop.
 */
export const startWorker = async (offer: (takeOver: TakeOver) => void): Promise<() => void> => {
  const { serviceWorker } = navigator;
  const stop = new AbortController();
  const { signal } = stop;
  let asked = false;
  let hadWorker = serviceWorker.controller !== null;
  const registration = await registered();
  if (!registration) return () => undefined;

  const settle = async (worker: ServiceWorker): Promise<void> => {
    // A worker has no target origin: it is of this page's own.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    const takeOver = (): void => worker.postMessage('take-over');
    if (await isOfThisBuild(worker)) return takeOver();
    offer(() => {
      asked = true;
      takeOver();
    });
  };
  const watch = (worker: ServiceWorker | null): void =>
    worker?.addEventListener(
      'statechange',
      () => worker.state === 'installed' && registration.active && void settle(worker),
      { signal },
    );
  const onControllerChange = async (): Promise<void> => {
    if (asked) return location.reload();
    const { controller } = serviceWorker;
    // Another tab has let it take over: this one goes on with its own files until it is reloaded.
    if (hadWorker && controller && !(await isOfThisBuild(controller))) offer(() => location.reload());
    hadWorker = true;
  };
  const look = (): void => void registration.update().catch(() => undefined);

  registration.addEventListener('updatefound', () => watch(registration.installing), { signal });
  serviceWorker.addEventListener('controllerchange', () => void onControllerChange(), { signal });
  watch(registration.installing);
  if (registration.waiting) await settle(registration.waiting);
  const timer = setInterval(look, LOOK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => stop.abort();
};
