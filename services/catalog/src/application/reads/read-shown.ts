import type { Reader } from '../slices/read-folder.js';

/** Whether an account wants the built-in elements in its root: kept outside the stream, as billing tells it. */
export type ShownBuiltIns = { id: typeof SHOWN_BUILT_INS; shown: boolean };
export const SHOWN_BUILT_INS = 'built-in-elements';

/** Of an account that has never chosen. Only categories of news count as on while they are unset. */
const shownUnlessChosen = false;

export const readShown = async (reader: Pick<Reader, 'side'>): Promise<boolean> =>
  (await reader.side<ShownBuiltIns>('settings').get(SHOWN_BUILT_INS))?.shown ?? shownUnlessChosen;
