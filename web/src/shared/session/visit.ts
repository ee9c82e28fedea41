/** No session counts on the page of a link, since the link alone gives access. */
export const isVisit = 'location' in globalThis && location.pathname.startsWith('/s/');

let prefix = '';

/** The link is open: its calls and files lie below `/s/-/<id>/`. */
export const beginVisit = (share: string): void => void (prefix = `/s/-/${encodeURIComponent(share)}`);

export const below = (path: string): string => prefix + path;
