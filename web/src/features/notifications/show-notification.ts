import { report } from '../../shared/report.js';
import type { NotificationWords } from './ended.js';

export const SHOWN_MS = 5000;
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

/** For 5 s. */
export const showNotification = (
  { title, body }: NotificationWords,
  address: string,
  clicked: () => void,
): void => {
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
