import type { ItemList } from './upload-list.js';

/** Phones put the page to sleep with the screen. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Keeps the screen on while files are sent. */
export function keepAwake({ subscribe, totals }: Pick<ItemList, 'subscribe' | 'totals'>): void {
  if (!('wakeLock' in navigator) || !isTouch()) return;
  let lock: WakeLockSentinel | null = null;
  let asking = false;

  const adjust = async (): Promise<void> => {
    const wanted = totals.moving > 0 && document.visibilityState === 'visible';
    if (asking || wanted === (lock !== null)) return;
    asking = true;
    try {
      if (wanted) {
        lock = await navigator.wakeLock.request('screen');
        lock.addEventListener('release', () => (lock = null));
      } else await lock?.release();
    } catch {
      // A low battery, for one.
    }
    asking = false;
  };
  subscribe(() => void adjust());
  // A hidden page loses it.
  document.addEventListener('visibilitychange', () => void adjust());
}
