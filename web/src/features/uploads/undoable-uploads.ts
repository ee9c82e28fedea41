import type { ElementView } from '@skyshelf/contracts/browser';
import { knownVersion } from '../../shared/listings/listing-cache.js';
import type { AppThunk } from '../../shared/store/store.js';
import { lookOf, remember } from '../undo/public.js';

/** What others changed can't be told of more: the server lists so many changes at most, and each file gets a picture too. */
const MOST = 500;

/** When the uploads of this page were begun: what was changed since can't be undone with them. */
const begun = new Map<number, { at: number; since: number }>();

/** The user begins to bring files. */
export const noteBegin =
  (group: number): AppThunk =>
  (_dispatch, getState) =>
    void begun.set(group, { at: Date.now(), since: knownVersion(getState()) });

/** Keeps what was brought, so that it can be undone. Answers its name; undefined when it can't: of what a page before has begun, that one made the folders. */
export const rememberUploads =
  (group: number, elements: readonly ElementView[]): AppThunk<string | undefined> =>
  (dispatch) => {
    const began = begun.get(group);
    if (!began || elements.length === 0 || elements.length > MOST) return undefined;
    const folders = new Set(elements.filter(({ linktype }) => linktype === 'folder').map(({ _id }) => _id));
    const { true: within = [], false: top = [] } = Object.groupBy(elements, ({ folderId }) =>
      folders.has(folderId) ? 'true' : 'false',
    );
    return dispatch(
      remember({ kind: 'added', elements: top.map(lookOf) }, { ...began, within: within.map(lookOf) }),
    );
  };
