import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

/** News about the product, newest first. */
const updatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    updates: build.query({ queryFn: queryFnOf('listUpdates', (_: void) => ({ body: {} })) }),
  }),
});
export const { useUpdatesQuery } = updatesApi;
