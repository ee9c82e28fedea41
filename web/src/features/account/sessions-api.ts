import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

/** Where the account is signed in. */
const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query({ queryFn: queryFnOf('listSessions', (_: void) => ({})) }),
    endSession: build.mutation({
      queryFn: queryFnOf('endSession', (id: string) => ({ body: { id } })),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          () =>
            dispatch(
              sessionsApi.util.updateQueryData('sessions', undefined, (draft) => {
                draft.docs = draft.docs.filter(({ _id }) => _id !== id);
              }),
            ),
          () => undefined,
        ),
    }),
    endAllSessions: build.mutation({ queryFn: queryFnOf('logOutEverywhere', (_: void) => ({ body: {} })) }),
  }),
});
export const { useSessionsQuery, useEndSessionMutation, useEndAllSessionsMutation } = sessionsApi;
