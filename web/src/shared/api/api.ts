import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { ApiError } from './api-error.js';

/** The server's state as the page holds it. Each feature injects the endpoints that it uses, made by `queryFnOf`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<ApiError>(),
  keepUnusedDataFor: 600,
  refetchOnReconnect: true,
  tagTypes: ['folder'],
  endpoints: () => ({}),
});
