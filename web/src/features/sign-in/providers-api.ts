import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

/** The identity providers one can log in with. */
const providersApi = api.injectEndpoints({
  endpoints: (build) => ({
    providers: build.query({
      queryFn: queryFnOf('signInProviders', (_: void) => ({})),
    }),
  }),
});
export const { useProvidersQuery } = providersApi;
