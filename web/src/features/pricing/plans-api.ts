import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query({
      queryFn: queryFnOf('listPlans', (token: string | null) => ({ body: { auth: token !== null } })),
    }),
    subscriptions: build.query({ queryFn: queryFnOf('listSubscriptions', (_: string) => ({})) }),
  }),
});
export const { usePlansQuery, useSubscriptionsQuery } = plansApi;
