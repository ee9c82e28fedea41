import { text } from '../../../shared/messages/en.js';
import type { ActionContext, Verdict } from './action.js';

/** Needs somebody signed in and a folder that is there. */
export const inFolder = ({ signedIn, targetFolder }: ActionContext): Verdict =>
  !signedIn ? text.actions.logInFirst : targetFolder ? true : text.actions.folderLoading;

/** Needs at least one selected element. */
export const withSelection = (context: ActionContext): Verdict => {
  const verdict = inFolder(context);
  return verdict === true && context.selected.length === 0 ? text.actions.selectFirst : verdict;
};
