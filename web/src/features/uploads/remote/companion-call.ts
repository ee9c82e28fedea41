import { ApiFailure, toApiError } from '../../../shared/api/api-error.js';
import { currentSession } from '../../../shared/session/current-session.js';

/** @throws {ApiFailure} */
export async function companionCall(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`/companion/${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${currentSession()?.accessToken ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiFailure({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
  });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiFailure(toApiError(answer.status, said));
  return typeof said === 'object' && said !== null ? { ...said } : {};
}
