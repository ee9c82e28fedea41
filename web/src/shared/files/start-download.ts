import { goToDownload } from '../dom/downloading.js';
import { ensureReadCookie } from '../session/read-cookie.js';
import { report } from '../report.js';

/** Opens the address of a download in this window, which stays: what comes is an attachment. */
export const startDownload = async (path: string): Promise<void> => {
  try {
    await ensureReadCookie();
  } catch (failure) {
    // The server then says itself, on a page, that a fresh login is needed.
    report('The read cookie could not be set', failure);
  }
  goToDownload(path);
};
