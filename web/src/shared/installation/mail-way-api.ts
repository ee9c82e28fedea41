import { api } from '../api/api.js';
import { queryFnOf } from '../api/query-fn.js';

const mailWayApi = api.injectEndpoints({
  endpoints: (build) => ({
    mailWay: build.query({ queryFn: queryFnOf('newCaptcha', (_: void) => ({})) }),
  }),
});
/** How mails leave this installation. */
export const { useMailWayQuery } = mailWayApi;
