const KEY = 'skyshelf:cookies';

export const knowsCookies = (): boolean => localStorage.getItem(KEY) !== null;

export const acceptCookies = (): void => localStorage.setItem(KEY, 'known');
