import type { Reader } from '../slices/read-folder.js';

/** Outside the stream, as billing reports it. */
export type ShownBuiltIns = { id: typeof SHOWN_BUILT_INS; shown: boolean };
export const SHOWN_BUILT_INS = 'built-in-elements';

/** Only categories of news count as on while unset. */
const shownUnlessChosen = false;

export const readShown = async (reader: Pick<Reader, 'side'>): Promise<boolean> =>
  (await reader.side<ShownBuiltIns>('settings').get(SHOWN_BUILT_INS))?.shown ?? shownUnlessChosen;
