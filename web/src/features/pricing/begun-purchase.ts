const KEY = 'skyshelf.purchase';
const DAY_MS = 86_400_000;

/** The tab that goes to the payment provider keeps it until it comes back. */
export const beginPurchase = (storage: Storage = sessionStorage, now = Date.now()): void =>
  storage.setItem(KEY, String(now));

export const endPurchase = (storage: Storage = sessionStorage): void => storage.removeItem(KEY);

export function hasBegunPurchase(storage: Storage = sessionStorage, now = Date.now()): boolean {
  const begun = storage.getItem(KEY);
  return begun !== null && isOfLastDay(Number(begun), now);
}

export const isOfLastDay = (moment: number, now = Date.now()): boolean => now - moment < DAY_MS;
