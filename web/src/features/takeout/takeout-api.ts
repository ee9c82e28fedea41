import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';
import type { Answer } from '@skyshelf/contracts/browser';

type Takeout = Answer<'readTakeout'>;

const takeoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    takeout: build.query({ queryFn: queryFnOf('readTakeout', (_: void) => ({})) }),
    beginTakeout: build.mutation({
      queryFn: queryFnOf('beginTakeout', (key: string) => ({ body: {}, idempotencyKey: key })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          ({ data }) => dispatch(shown(data)),
          () => undefined,
        ),
    }),
    cancelTakeout: build.mutation({
      queryFn: queryFnOf('cancelTakeout', ({ id, key }: { id: string; key: string }) => ({
        body: { id },
        idempotencyKey: key,
      })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          ({ data }) => dispatch(shown(data)),
          () => undefined,
        ),
    }),
  }),
});
const shown = (takeout: Takeout) => takeoutApi.util.upsertQueryData('takeout', undefined, takeout);

export const { useTakeoutQuery, useBeginTakeoutMutation, useCancelTakeoutMutation } = takeoutApi;
