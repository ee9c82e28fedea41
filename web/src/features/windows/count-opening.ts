import type { ElementView } from '@skyshelf/contracts/browser';
import { callApi } from '../../shared/api/call-api.js';
import { report } from '../../shared/report.js';

/** Tells the server that an element was opened. Nothing waits for it, and no one is told when it fails. */
export const countOpening = ({ _id, default: isBuiltIn, linktype }: ElementView): void => {
  // What is not stored is not counted.
  if (isBuiltIn || linktype === 'news') return;
  void callApi('countOpening', { body: { _id } }).catch((failure: unknown) =>
    report('An opening could not be counted', failure),
  );
};
