import { forgetOthers } from '../../shared/offline/forget.js';
import { markFor, ownDrive } from '../../shared/offline/marker.js';
import { alone } from '../../shared/offline/kept-listings.js';

const SCRIPT = '/sw.js';
const LOOK_EVERY_MS = 60 * 60_000;
const ANSWER_MS = 2000;

/** Browsers have workers on https and localhost only. */
export const canWorkOffline = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'locks' in navigator;

/** Ends the waiting of a new version: its worker takes over. */
export type TakeOver = () => void;

const entry = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
};

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

class Versions {
  #asked = false;
  #hadWorker = navigator.serviceWorker.controller !== null;

  constructor(
    private readonly registration: ServiceWorkerRegistration,
    private readonly offer: (takeOver: TakeOver) => void,
    private readonly signal: AbortSignal,
  ) {}

  /** A page of the waiting version's build need not ask. */
  async settle(worker: ServiceWorker): Promise<void> {
    // The worker is of this page's own origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    const takeOver = (): void => worker.postMessage('take-over');
    if (await isOfThisBuild(worker)) return takeOver();
    this.offer(() => {
      this.#asked = true;
      takeOver();
    });
  }

  watch(worker: ServiceWorker | null): void {
    const changed = (): void => {
      if (worker?.state === 'installed' && this.registration.active) void this.settle(worker);
    };
    worker?.addEventListener('statechange', changed, { signal: this.signal });
  }

  async controllerChanged(): Promise<void> {
    if (this.#asked) return location.reload();
    const { controller } = navigator.serviceWorker;
    // Another tab let it take over: this one goes on until it is reloaded.
    if (this.#hadWorker && controller && !(await isOfThisBuild(controller)))
      this.offer(() => location.reload());
    this.#hadWorker = true;
  }
}

/** A new version waits: `offer` gets what ends that. Answers how to stop. */
export const startWorker = async (offer: (takeOver: TakeOver) => void): Promise<() => void> => {
  const stop = new AbortController();
  const { signal } = stop;
  const registration = await registered();
  if (!registration) return () => undefined;
  const versions = new Versions(registration, offer, signal);
  registration.addEventListener('updatefound', () => versions.watch(registration.installing), { signal });
  navigator.serviceWorker.addEventListener('controllerchange', () => void versions.controllerChanged(), {
    signal,
  });
  versions.watch(registration.installing);
  if (registration.waiting) await versions.settle(registration.waiting);
  const look = (): void => void registration.update().catch(() => undefined);
  const timer = setInterval(look, LOOK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => stop.abort();
};
