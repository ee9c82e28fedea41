import { ensureReadCookie } from '../session/read-cookie.js';
import { logError } from '../log-error.js';

/** Browsers ask at once; later it is another way of leaving. */
const ASKED_WITHIN_MS = 1000;
let until = 0;

/** A download: the page stays, no one is asked about leaving. */
const goToDownload = (path: string): void => {
  until = performance.now() + ASKED_WITHIN_MS;
  location.assign(path);
};

export const isDownloading = (): boolean => performance.now() < until;

/** The answer is an attachment, so the page stays. */
export const startDownload = async (path: string): Promise<void> => {
  try {
    await ensureReadCookie();
  } catch (failure) {
    // The server's own page then asks for a login.
    logError('The read cookie could not be set', failure);
  }
  goToDownload(path);
};
