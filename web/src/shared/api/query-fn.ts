import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import type { Answer, RouteName } from '@skyshelf/contracts/browser';
import { ApiFailure, type ApiError } from './api-error.js';
import { callApi } from './call-api.js';
import type { AnyInput, CallInput } from './call-input.js';

type QueryFn<Name extends RouteName, Arg> = (
  arg: Arg,
  context: { signal: AbortSignal },
) => Promise<QueryReturnValue<Answer<Name>, ApiError, undefined>>;

/**
 * The `queryFn` of an endpoint: sends the call with what `inputOf` makes of the endpoint's argument. The types of the
 * endpoint follow from the contract of the call.
 */
export const queryFnOf =
  <Name extends RouteName, Arg>(
    name: Name,
    inputOf: (arg: Arg) => CallInput<Name> & AnyInput,
  ): QueryFn<Name, Arg> =>
  (arg, { signal }) =>
    answerOf(() => callApi(name, inputOf(arg), { signal }));

/** What a call answers, or its refusal, as the store holds it. */
export const answerOf = async <Result>(
  call: () => Promise<Result>,
): Promise<QueryReturnValue<Result, ApiError, undefined>> => {
  try {
    return { data: await call() };
  } catch (failure) {
    if (failure instanceof ApiFailure) return { error: failure.error };
    throw failure;
  }
};
