const BASE = '/allfiles';

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A lone `%` that was typed by hand stands for itself.
    return segment;
  }
};

/** The folder that an address of the page shows: `/allfiles/Trips/100%25/` → `/Trips/100%/`. */
export const folderOfAddress = (pathname: string): string => {
  const segments = pathname
    .slice(BASE.length)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.length === 0 ? '/' : `/${segments.map(decoded).join('/')}/`;
};

/** The address of the page for a folder. */
export const addressOfFolder = (folder: string): string =>
  `${BASE}${folder.split('/').map(encodeURIComponent).join('/')}`;

export interface Crumb {
  name: string;
  folder: string;
}

/** The folders from the top down to this one; the top itself is not among them. */
export const crumbsOf = (folder: string): Crumb[] => {
  const names = folder.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({ name, folder: `/${names.slice(0, index + 1).join('/')}/` }));
};

/** The folder above; the top is its own. */
export const parentOf = (folder: string): string => crumbsOf(folder).at(-2)?.folder ?? '/';
