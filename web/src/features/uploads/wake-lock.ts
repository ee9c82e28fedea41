import type { ItemList } from './item-list.js';

/** Phones and tablets put the page to sleep with the screen; a desktop does not. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Keeps the screen of a phone on while files are on their way. */
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
      // A battery that runs low, for one: uploads go on without.
    }
    asking = false;
  };
  subscribe(() => void adjust());
  // A hidden page loses it.
  document.addEventListener('visibilitychange', () => void adjust());
}
