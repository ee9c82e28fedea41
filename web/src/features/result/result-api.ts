import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

/** As many as the call answers with. */
const MOST_LISTED = 200;

const resultApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchResults: build.query({
      queryFn: queryFnOf('searchElements', (text: string) => ({ body: { text, limit: MOST_LISTED } })),
      keepUnusedDataFor: 10,
    }),
  }),
});
export const { useSearchResultsQuery } = resultApi;
