import { list, setting, wholeNumber } from '@skyshelf/config';
import { newsCategories } from '@skyshelf/contracts';
import { isMailAddress } from '@skyshelf/contracts/rules';
import { z } from 'zod';

const mailAddress = () => z.string().refine(isMailAddress).optional();
const allowedAddress = 'one plain mail address, e.g. shelf@example.org';

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

/** `sport=https://sport.example/feed.xml` */
const feed = z
  .string()
  .transform((text) => ({ category: text.split('=', 1)[0], url: text.slice(text.indexOf('=') + 1) }))
  .pipe(z.object({ category: z.enum(newsCategories), url: webAddress }));

export const notifyConfig = z.object({
  updatesShown: setting('NOTIFY_UPDATES_SHOWN', wholeNumber(1, 1000).default(100), {
    doc: 'How many updates of the product the page shows at most, the newest.',
  }),
  mailUrl: setting(
    'MAIL_URL',
    z
      .url({ protocol: /^smtps?$/ })
      .max(4096)
      .optional(),
    {
      doc: 'The mail server. Needs MAIL_FROM and CONTACT_MAIL. With a password the connection must be encrypted. Without it mails are put into MAIL_FOLDER.',
      allowed:
        'smtp://host:port or smtps://host:port, with user:password@ before the host where it asks for them',
      secret: true,
    },
  ),
  mailFrom: setting('MAIL_FROM', mailAddress(), {
    doc: "The sender's address of mails.",
    allowed: allowedAddress,
  }),
  contactMail: setting('CONTACT_MAIL', mailAddress(), {
    doc: "The operator's address: messages of the contact page go there.",
    allowed: allowedAddress,
  }),
  mailFolder: setting('MAIL_FOLDER', z.string().optional(), {
    doc: 'A folder for mails as `.eml` files if MAIL_URL is not set: they are not delivered. `npm start` and `npm run cluster` have one in their data folder. Without both, mails wait.',
    allowed: 'a folder this process may write to',
  }),
  newsFeeds: setting('NEWS_FEEDS', list().pipe(z.array(feed).max(100)).default([]), {
    doc: 'The feeds (RSS, Atom, RDF, JSON) that the news window shows. Without any it shows labelled samples.',
    allowed: `category=address, separated by commas; a comma in an address is %2C. Categories: ${newsCategories.join(', ')}`,
  }),
  weatherKey: setting('WEATHER_KEY', z.string().min(8).max(200).optional(), {
    doc: "The key of Visual Crossing's weather. Without it the page shows a labelled sample.",
    secret: true,
  }),
});
export type NotifyConfig = z.infer<typeof notifyConfig>;

export const notifyDefaults = notifyConfig.parse({});
