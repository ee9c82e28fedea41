import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { ApiError } from './api-error.js';

/** Features inject their endpoints, made by `queryFnOf`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<ApiError>(),
  keepUnusedDataFor: 600,
  refetchOnReconnect: true,
  tagTypes: ['folder'],
  endpoints: () => ({}),
});
