import { api, queryFnOf } from '../api/api.js';

const MOST_FOUND = 8;

/** Elements anywhere: by the beginnings of the words in their names and tags, and the latest. */
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
