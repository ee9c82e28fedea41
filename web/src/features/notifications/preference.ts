import { ownDrive } from '../../shared/offline/marker.js';

/** The account that wants them in this browser. */
const KEY = 'skyshelf:notify';
const own = (): string => ownDrive() ?? 'here';

export type NotificationState = 'on' | 'off' | 'refused' | 'missing';

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
