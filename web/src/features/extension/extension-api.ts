import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

const extensionApi = api.injectEndpoints({
  endpoints: (build) => ({
    connectExtension: build.mutation({
      queryFn: queryFnOf('connectExtension', (challenge: string) => ({ body: { challenge } })),
    }),
  }),
});
export const { useConnectExtensionMutation } = extensionApi;
