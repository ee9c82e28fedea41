/** The page of a link: whoever reads it does so by the link alone, so no session counts there. */
export const isVisit = location.pathname.startsWith('/s/');

let prefix = '';

/** The link is open: its calls and files lie below `/s/-/<id>/`. */
export const beginVisit = (share: string): void => void (prefix = `/s/-/${encodeURIComponent(share)}`);

export const below = (path: string): string => prefix + path;
