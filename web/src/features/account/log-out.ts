import { callApi } from '../../shared/api/call-api.js';
import { logError } from '../../shared/log-error.js';
import { forgetOthers } from '../../shared/offline/forget.js';
import { endSession, leave } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';

const reportFailure = (failure: unknown): void =>
  logError('The log-out could not be sent to the server', failure);

/** Logs out even if the server does not answer: the tokens must not stay. */
export const logOut = async (): Promise<void> => {
  leave();
  await callApi('logOut', { body: {} }, { tries: 2 }).catch(reportFailure);
  await clearBrowserSession();
};

export const clearBrowserSession = async (): Promise<void> => {
  leave();
  const { uploadEngineOf } = await import('../uploads/public.js');
  await uploadEngineOf(store).empty();
  endSession();
  await forgetOthers();
  location.assign('/');
};
