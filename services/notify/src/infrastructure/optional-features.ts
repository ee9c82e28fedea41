import type { HealthCheck } from '@skyshelf/service';
import type { MailSender } from '../application/notify.js';
import { notifyDefaults, type NotifyConfig } from '../notify.config.js';
import { mailCheck } from './mail/mail-sender.js';
import { NEWS_SAMPLES } from './news/news-check.js';
import { weatherCheck } from './weather-source.js';

const mailWay = ({ mailUrl, mailFolder }: NotifyConfig): MailSender['way'] =>
  mailUrl !== undefined ? 'server' : mailFolder !== undefined ? 'folder' : 'none';

/** How each is set up, which everyone may know: nothing is asked of a server or a database. */
export const optionalFeatures = (config: NotifyConfig = notifyDefaults): readonly HealthCheck[] => [
  mailCheck({ way: mailWay(config) }),
  {
    name: 'news',
    isPublic: true,
    check: async () => ({ status: 'ok', ...(config.newsFeeds.length === 0 && { hint: NEWS_SAMPLES }) }),
  },
  { ...weatherCheck({ isSample: config.weatherKey === undefined }), isPublic: true },
];
