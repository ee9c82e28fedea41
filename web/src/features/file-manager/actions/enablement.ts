import { text } from '../../../shared/messages/en.js';
import type { ActionContext, Enablement } from './action.js';

/** Needs a signed-in user and a folder that is loaded. */
export const inFolder = ({ signedIn, targetFolder }: ActionContext): Enablement =>
  !signedIn ? text.actions.logInFirst : targetFolder ? true : text.actions.folderLoading;

/** Needs the server, besides: what changes or fetches something. */
export const toChange = (context: ActionContext): Enablement => {
  const enablement = inFolder(context);
  return enablement === true && !context.reachable ? text.actions.offline : enablement;
};

/** Needs at least one selected element. */
export const withSelection = (context: ActionContext): Enablement => {
  const enablement = inFolder(context);
  return enablement === true && context.selected.length === 0 ? text.actions.selectFirst : enablement;
};

/** Needs the server, besides. */
export const toChangeSelection = (context: ActionContext): Enablement => {
  const enablement = withSelection(context);
  return enablement === true && !context.reachable ? text.actions.offline : enablement;
};
