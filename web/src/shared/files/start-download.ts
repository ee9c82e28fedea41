import { goToDownload } from '../dom/downloading.js';
import { ensureReadCookie } from '../session/read-cookie.js';
import { report } from '../report.js';

/** What comes is an attachment: the page stays. */
export const startDownload = async (path: string): Promise<void> => {
  try {
    await ensureReadCookie();
  } catch (failure) {
    // The server's own page then asks for a login.
    report('The read cookie could not be set', failure);
  }
  goToDownload(path);
};
