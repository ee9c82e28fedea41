const KEY = 'skyshelf:cookies';

/** Whether someone at this browser has read that there are cookies. */
export const knowsCookies = (): boolean => localStorage.getItem(KEY) !== null;

export const acceptCookies = (): void => localStorage.setItem(KEY, 'known');
