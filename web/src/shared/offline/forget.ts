import { logError } from '../log-error.js';
import { onSessionChange } from '../session/current-session.js';
import { markedDrive, ownDrive, unmark } from './marker.js';

let going: Promise<void> | null = null;

const forget = async (): Promise<void> => {
  const { alone, clearListings } = await import('./kept-listings.js');
  await alone(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) if (name.startsWith('skyshelf-')) await caches.delete(name);
    await clearListings();
    // Last: what is cut off is done at the next start.
    unmark();
  });
};

/** Keeps only the listings of the session's drive. */
export const forgetOthers = async (): Promise<void> => {
  const marked = markedDrive();
  if (marked === null || marked === ownDrive()) return;
  going ??= forget()
    .catch((failure: unknown) => logError('What was kept could not be cleared', failure))
    .finally(() => (going = null));
  await going;
};

/** A session may end in many ways, or run out. */
export const forgetWithSession = (): void => {
  onSessionChange(() => void forgetOthers());
  void forgetOthers();
};
