import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

const workApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProcesses: build.query({ queryFn: queryFnOf('listProcesses', (_: void) => ({})) }),
  }),
});
export const { useListProcessesQuery } = workApi;
