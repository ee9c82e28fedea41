import { hostsOf, linkAddress, linkKinds, matchLink } from '@skyshelf/contracts/rules';
import type { ClickedOn, Tab } from './browser-api.js';

export interface Draft {
  url: string;
  name: string;
}

export const menuItems = ['page', 'link', 'image'] as const;

/** Null where the click was on nothing that has an address. */
export function draftOfMenu(
  { menuItemId, pageUrl, linkUrl, linkText, srcUrl }: ClickedOn,
  tab?: Tab,
): Draft | null {
  if (menuItemId === 'link' && linkUrl)
    return { url: linkUrl, name: linkText?.trim() || nameOfAddress(linkUrl) };
  if (menuItemId === 'image' && srcUrl) return { url: srcUrl, name: nameOfAddress(srcUrl) };
  return menuItemId === 'page'
    ? draftOfTab({ url: pageUrl ?? tab?.url ?? '', title: tab?.title ?? '' })
    : null;
}

export const draftOfTab = ({ url = '', title = '' }: Tab): Draft => ({
  url,
  name: title.trim() || nameOfAddress(url),
});

export function nameOfAddress(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname, pathname } = new URL(address);
  const last = pathname.split('/').findLast((part) => part !== '');
  return last === undefined ? hostname.replace(/^www\./, '') : decoded(last);
}

/** Pages of the browser, of files and of the local network stay out. */
export const canBeSaved = ({ url }: Draft): boolean => linkAddress(url).refusal === null;

/** A playlist is kept as a page: only the product adds its videos. */
export function kindOf(address: string): string {
  const url = new URL(address);
  const kind = linkKinds.find(
    (each) => hostsOf(each, {}) !== null && !each.folder && matchLink(each, url) !== null,
  );
  return kind?.name ?? 'website';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
