import { setting, wholeNumber } from '@skyshelf/config';
import { z } from 'zod';

/** What an operator can set about news. */
export const notifyConfig = z.object({
  updatesShown: setting('NOTIFY_UPDATES_SHOWN', wholeNumber(1, 1000).default(100), {
    doc: 'How many updates of the product the page shows at most, the newest.',
  }),
});
export type NotifyConfig = z.infer<typeof notifyConfig>;

/** The settings of an installation that sets nothing. */
export const notifyDefaults = notifyConfig.parse({});
