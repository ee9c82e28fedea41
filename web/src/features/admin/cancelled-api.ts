import type { Answer, Body } from '@skyshelf/contracts/browser';
import { api, queryFnOf } from '../../shared/api/api.js';

export type CancelledAccount = Answer<'listCancelled'>['docs'][number];
export type AccountPage = Answer<'showAccountData'>;

/** Not cached: an admin sees what there is now. */
const cancelledApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCancelled: build.mutation({
      queryFn: queryFnOf('listCancelled', (after: string | null) => ({
        body: after === null ? {} : { after },
      })),
    }),
    showAccountData: build.mutation({
      queryFn: queryFnOf('showAccountData', (body: Body<'showAccountData'>) => ({ body })),
    }),
    deleteCancelled: build.mutation({
      queryFn: queryFnOf('deleteCancelled', ({ accountId, key }: { accountId: string; key: string }) => ({
        body: { accountId },
        idempotencyKey: key,
      })),
    }),
  }),
});
export const { useListCancelledMutation, useShowAccountDataMutation, useDeleteCancelledMutation } =
  cancelledApi;
