import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

export interface WrittenUpdate {
  headline: string;
  content: string;
}

const insertUpdateApi = api.injectEndpoints({
  endpoints: (build) => ({
    insertUpdate: build.mutation({
      queryFn: queryFnOf('insertUpdate', ({ obj, key }: { obj: WrittenUpdate; key: string }) => ({
        body: { obj: { ...obj, date: new Date().toISOString() } },
        idempotencyKey: key,
      })),
    }),
  }),
});
export const { useInsertUpdateMutation } = insertUpdateApi;
