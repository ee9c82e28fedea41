import type { RemoteSource } from '@skyshelf/contracts';

export type CompanionRoute = 'sign-in' | 'read' | 'refresh' | 'upload';

const providers = '(?<source>dropbox|drive|onedrive)';
const routes: readonly (readonly [CompanionRoute, RegExp])[] = [
  ['sign-in', /^GET \/connect\/(?<grant>\w+)(\/callback)?$/],
  ['sign-in', new RegExp(`^GET /${providers}/(connect|redirect|callback)$`)],
  ['read', new RegExp(`^GET /${providers}/(list(/[^/]*)?|search|logout|thumbnail/[^/]+)$`)],
  ['refresh', new RegExp(`^POST /${providers}/refresh-token$`)],
  ['upload', new RegExp(`^POST /${providers}/get/[^/]+$`)],
];

/** The providers as grant, Companion's sign-in library, names them. */
const sourceOfGrant: Readonly<Record<string, RemoteSource>> = {
  dropbox: 'dropbox',
  googledrive: 'drive',
  microsoft: 'onedrive',
};

/**
 * Null for Companion's other routes, and for those of sources that are off.
 * @param call method and path, e.g. `GET /dropbox/list`
 */
export function companionRoute(call: string, on: readonly RemoteSource[]): CompanionRoute | null {
  for (const [route, pattern] of routes) {
    const groups = pattern.exec(call)?.groups;
    const source = groups?.grant === undefined ? groups?.source : sourceOfGrant[groups.grant];
    if (on.some((each) => each === source)) return route;
  }
  return null;
}
