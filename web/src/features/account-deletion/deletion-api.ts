import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

const deletionApi = api.injectEndpoints({
  endpoints: (build) => ({
    closeAccount: build.mutation({ queryFn: queryFnOf('closeAccount', (_: void) => ({ body: {} })) }),
  }),
});
export const { useCloseAccountMutation } = deletionApi;
