import type { Body } from '@skyshelf/contracts/browser';
import { api, queryFnOf } from '../../shared/api/api.js';
import { newKey } from '../../shared/api/call-input.js';

export type { ShareView } from '@skyshelf/contracts/browser';

/** Visitors and the clock change links too, so the list is not cached. */
const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listShares: build.query({ queryFn: queryFnOf('listShares', (_: void) => ({})), keepUnusedDataFor: 0 }),
    createShare: build.mutation({
      queryFn: queryFnOf('createShare', (body: Body<'createShare'>) => ({ body, idempotencyKey: newKey() })),
      invalidatesTags: ['folder'],
    }),
    changeShare: build.mutation({
      queryFn: queryFnOf('changeShare', (body: Body<'changeShare'>) => ({ body, idempotencyKey: newKey() })),
    }),
    endShare: build.mutation({
      queryFn: queryFnOf('endShare', (body: Body<'endShare'>) => ({ body, idempotencyKey: newKey() })),
      invalidatesTags: ['folder'],
    }),
    /** A link that this browser has opened. */
    readShare: build.query({
      queryFn: queryFnOf('readShare', (share: string) => ({ params: { share }, query: {} })),
      keepUnusedDataFor: 0,
    }),
    saveShare: build.mutation({
      queryFn: queryFnOf('saveShare', (share: string) => ({ body: { share }, idempotencyKey: newKey() })),
      invalidatesTags: ['folder'],
    }),
  }),
});

export const {
  useListSharesQuery,
  useCreateShareMutation,
  useChangeShareMutation,
  useEndShareMutation,
  useReadShareQuery,
  useSaveShareMutation,
} = linksApi;
