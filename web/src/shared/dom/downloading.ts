/** Browsers ask at once; later it is another way of leaving. */
const ASKED_WITHIN_MS = 1000;
let until = 0;

/** A download: the page stays, no one is asked about leaving. */
export const goToDownload = (path: string): void => {
  until = performance.now() + ASKED_WITHIN_MS;
  location.assign(path);
};

/** Whether the page is left only for a download. */
export const isDownloading = (): boolean => performance.now() < until;
