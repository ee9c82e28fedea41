import { api } from '../api/api.js';
import { queryFnOf } from '../api/query-fn.js';

const mailWayApi = api.injectEndpoints({
  endpoints: (build) => ({
    mailWay: build.query({ queryFn: queryFnOf('newCaptcha', (_: void) => ({})) }),
  }),
});
export const { useMailWayQuery } = mailWayApi;
