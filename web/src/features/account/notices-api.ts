import type { Answer } from '@skyshelf/contracts/browser';
import { answerOf, api, queryFnOf } from '../../shared/api/api.js';
import { callApi } from '../../shared/api/call-api.js';
import type { AppThunk } from '../../shared/store/store.js';

const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    notices: build.query({ queryFn: queryFnOf('readNotices', (_: void) => ({})) }),
    setNotices: build.mutation({
      // Once: each sends a mail.
      queryFn: (address: string) =>
        answerOf(() => callApi('setNotices', { body: { address } }, { tries: 1 })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          ({ data }) => dispatch(known(data)),
          () => undefined,
        ),
    }),
    removeNotices: build.mutation({
      queryFn: queryFnOf('removeNotices', (_: void) => ({ body: {} })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          ({ data }) => dispatch(known(data)),
          () => undefined,
        ),
    }),
    confirmNotices: build.mutation({
      queryFn: queryFnOf('confirmNotices', (code: string) => ({ body: { code } })),
    }),
  }),
});
export const { useNoticesQuery, useSetNoticesMutation, useRemoveNoticesMutation, useConfirmNoticesMutation } =
  noticesApi;

const known =
  (settings: Answer<'readNotices'>): AppThunk<void> =>
  (dispatch) =>
    void dispatch(noticesApi.util.upsertQueryData('notices', undefined, settings));
