import { api } from '../api/api.js';
import { queryFnOf } from '../api/query-fn.js';

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    usage: build.query({
      queryFn: queryFnOf('usage', (_: void) => ({ body: {} })),
    }),
    userInfo: build.query({ queryFn: queryFnOf('userInfo', (_: void) => ({})) }),
  }),
});
export const { useUsageQuery, useUserInfoQuery } = accountApi;
