import { nanoid } from '@reduxjs/toolkit';
import type { ElementView } from '@skyshelf/contracts/browser';
import { callApi } from '../../shared/api/call-api.js';
import { knownVersion } from '../../shared/listings/listing-cache.js';
import { report } from '../../shared/report.js';
import type { AppThunk } from '../../shared/store/store.js';
import { concerns } from './concerns.js';
import { tracked } from './under-way.js';
import { dated, remembered } from './undo-slice.js';
import { cameWith, leftBy, liesIn, lookOf, type Done, type Look } from './undoable.js';

/** What is known of a command that took a while. */
interface Begun {
  /** When it was begun, in milliseconds since the epoch. */
  at: number;
  /** Version of the drive at that moment, or an older one. */
  since: number;
  /** What lies in the folders that it made. */
  within: readonly Look[];
}

/**
 * Keeps a command that was just carried out, so that it can be undone. Answers its name, for the message that reports it.
 * Which version of the drive shows it is asked for at once: what others do later is told from that.
 */
export const remember =
  (done: Done, begun?: Begun): AppThunk<string> =>
  (dispatch, getState) => {
    const id = nanoid();
    dispatch(remembered({ id, done, at: begun?.at ?? Date.now(), version: null, within: [] }));
    if (done.kind === 'deleted') return id;
    const since = String(begun?.since ?? knownVersion(getState()));
    const dating = callApi('changes', { query: { since } }).then((changes) => {
      // Then others may have changed anything since it was begun.
      if (begun && changes.resync) return;
      const within = begun?.within ?? cameIn(changes.elements, leftBy(done));
      // Others may have been quicker than this question: then it has no version that shows it.
      if (!concerns(changes, { done, within })) dispatch(dated({ id, version: changes.version, within }));
    });
    tracked(dating).catch((failure: unknown) => report('What can be undone could not be dated', failure));
    return id;
  };

/** What one command has put into folders that it made. */
const cameIn = (elements: readonly ElementView[], made: readonly Look[]): Look[] =>
  elements.filter((element) => liesIn(element, made) && cameWith(element, made)).map(lookOf);
