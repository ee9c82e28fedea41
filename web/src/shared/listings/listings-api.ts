import type { Answer } from '@skyshelf/contracts/browser';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query/react';
import { api } from '../api/api.js';
import { queryFnOf } from '../api/query-fn.js';

export type Listing = Answer<'listFolder'>;

/** An answer that was overtaken by live changes must not undo them; what did not change keeps its identity. */
const newerListing = (held: Listing, answered: Listing): Listing | void =>
  answered.version < held.version ? undefined : copyWithStructuralSharing(held, answered);

/** Listings are patched by the answers of commands and by live changes (listing-cache.ts). */
export const listingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFolder: build.query({
      queryFn: queryFnOf('listFolder', (url: string) => ({ body: { url } })),
      merge: newerListing,
    }),
  }),
});
export const { useListFolderQuery } = listingsApi;
