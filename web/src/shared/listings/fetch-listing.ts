import { copyWithStructuralSharing } from '@reduxjs/toolkit/query/react';
import { limits } from '@skyshelf/contracts/browser';
import { callApi, callApiUnlessKnown } from '../api/call-api.js';
import { changedListing } from './listing-changes.js';
import { MUST_LIST_AGAIN, tagOf, type Listing } from './listing.js';

/** The rest of a folder follows (load-rest.ts). */
export const PAGE_ELEMENTS = limits.maxPageElements;

const isLarge = ({ docs, next }: Listing): boolean => docs.length > PAGE_ELEMENTS || typeof next === 'string';

/**
 * Not sent again while still true; large ones by their changes.
 * @throws {ApiFailure} a refusal, or no answer after all tries
 */
export const fetchListing = async (
  url: string,
  held: Listing | undefined,
  signal: AbortSignal,
): Promise<Listing> => {
  const input = { body: { url, limit: PAGE_ELEMENTS } };
  const came = await callApiUnlessKnown('listFolder', input, held && tagOf(held), { signal });
  if (!came) return held ?? fetchListing(url, undefined, signal);
  const listed: Listing = { ...came.answer, tag: came.tag };
  if (held?.folderId !== listed.folderId) return listed;
  if (!isLarge(held) || !isLarge(listed)) return copyWithStructuralSharing(held, listed);
  return (await caughtUp(held, signal, came.tag)) ?? listed;
};

/** Null when the server can't say what changed since. */
const caughtUp = async (held: Listing, signal: AbortSignal, tag: string | null): Promise<Listing | null> => {
  if (held.version === MUST_LIST_AGAIN) return null;
  const query = { since: String(held.version) };
  const changes = await callApi('changes', { query }, { signal });
  return changes.resync ? null : { ...changedListing(held, changes), tag };
};
