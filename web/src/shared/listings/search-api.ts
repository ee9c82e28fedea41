import { api, queryFnOf } from '../api/api.js';

const MOST_FOUND = 8;

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    findElements: build.query({
      queryFn: queryFnOf('searchElements', (text: string) => ({ body: { text, limit: MOST_FOUND } })),
      keepUnusedDataFor: 10,
    }),
    recentElements: build.query({
      queryFn: queryFnOf('listRecent', (_: void) => ({ query: { limit: String(MOST_FOUND) } })),
      keepUnusedDataFor: 10,
    }),
  }),
});
export const { useFindElementsQuery, useRecentElementsQuery } = searchApi;
