const BASE = '/allfiles';

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A lone `%`, typed by hand.
    return segment;
  }
};

/** `/allfiles/Trips/100%25/` → `/Trips/100%/`. */
export const folderOfAddress = (pathname: string): string => {
  const segments = pathname
    .slice(BASE.length)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.length === 0 ? '/' : `/${segments.map(decoded).join('/')}/`;
};

export const addressOfFolder = (folder: string): string =>
  `${BASE}${folder.split('/').map(encodeURIComponent).join('/')}`;

export interface Crumb {
  name: string;
  folder: string;
}

/** Lists the folders from the top down, without the top itself. */
export const crumbsOf = (folder: string): Crumb[] => {
  const names = folder.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({ name, folder: `/${names.slice(0, index + 1).join('/')}/` }));
};

/** The top's parent is itself. */
export const parentOf = (folder: string): string => crumbsOf(folder).at(-2)?.folder ?? '/';
