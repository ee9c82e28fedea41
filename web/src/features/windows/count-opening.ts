import type { ElementView } from '@skyshelf/contracts/browser';
import { callApi } from '../../shared/api/call-api.js';
import { report } from '../../shared/report.js';

/** Fire and forget. */
export const countOpening = ({ _id, default: isBuiltIn, linktype }: ElementView): void => {
  if (isBuiltIn || linktype === 'news') return;
  void callApi('countOpening', { body: { _id } }).catch((failure: unknown) =>
    report('An opening could not be counted', failure),
  );
};
