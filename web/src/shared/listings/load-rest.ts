import type { Answer, ElementView } from '@skyshelf/contracts/browser';
import { pauseBeforeTry } from '../api/repeat-while-passing.js';
import { callApi } from '../api/call-api.js';
import { report } from '../report.js';
import type { AppThunk } from '../store/store.js';
import { type Listing, listingsApi, PAGE_ELEMENTS } from './listings-api.js';

type Page = Answer<'listFolder'>;

const TRIES = 6;

/** What live changes have brought stays. */
const withPages = (held: Listing, pages: readonly Page[]): Listing => {
  const known = new Set(held.docs.map(({ _id }) => _id));
  const more: ElementView[] = [];
  for (const { docs } of pages) for (const doc of docs) if (!known.has(doc._id)) more.push(doc);
  return {
    ...held,
    docs: [...held.docs, ...more],
    // What changed since is asked for again.
    version: Math.min(held.version, ...pages.map(({ version }) => version)),
    next: pages.at(-1)?.next ?? null,
  };
};

/** Drawn again only after as much as is shown has come: costs little more than its largest part. */
export const loadRest =
  (url: string, signal: AbortSignal): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const held = (): Listing | undefined => listingsApi.endpoints.listFolder.select(url)(getState()).data;
    let from = held()?.next;
    let after = held()?.next;
    let pages: Page[] = [];
    for (;;) {
      const listing = held();
      if (!listing?.next) return;
      // It was listed from the beginning in the meantime.
      if (listing.next !== from) [from, after, pages] = [listing.next, listing.next, []];
      const page = await nextPage(url, listing.folderId, after ?? '', signal);
      if (!page) return;
      pages.push(page);
      after = page.next;
      const came = pages.reduce((sum, { docs }) => sum + docs.length, 0);
      const now = held();
      if (now?.next !== from || (after && came < now.docs.length)) continue;
      const next = withPages(now, pages);
      dispatch(listingsApi.util.updateQueryData('listFolder', url, () => next));
      [from, pages] = [after, []];
    }
  };

/** Null when aborted or absent. */
const nextPage = async (
  url: string,
  folderId: string,
  after: string,
  signal: AbortSignal,
): Promise<Page | null> => {
  const input = { body: { url, folderId, limit: PAGE_ELEMENTS, after } };
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      const page = await callApi('listFolder', input, { signal });
      return signal.aborted ? null : page;
    } catch (failure) {
      if (signal.aborted) return null;
      if (attempt === TRIES) report('The rest of a folder could not be loaded', failure);
      if (attempt === TRIES) return null;
      await pauseBeforeTry(attempt, signal);
    }
  }
  return null;
};
