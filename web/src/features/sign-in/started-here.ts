const KEY = 'skyshelf:sign-in-started';

/** This tab is going to an identity provider on purpose. */
export const noteSignInStarted = (): void => sessionStorage.setItem(KEY, '1');

/** Whether it was this tab that went there; asked once. */
export const takeSignInStarted = (): boolean => {
  const started = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return started;
};
