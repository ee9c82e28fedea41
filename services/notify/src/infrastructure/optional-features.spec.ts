import { expect, it } from 'vitest';
import { notifyConfig, notifyDefaults } from '../notify.config.js';
import { optionalFeatures } from './optional-features.js';

const told = async (config = notifyDefaults) =>
  Object.fromEntries(
    await Promise.all(
      optionalFeatures(config).map(async ({ name, isPublic, check }) => [
        name,
        { isPublic, ...(await check()) },
      ]),
    ),
  );

it('tells everyone how mail, news and weather are set up, and how to', async () => {
  expect(await told()).toEqual({
    mail: { isPublic: true, status: 'off', hint: expect.stringContaining('MAIL_URL') as string },
    news: { isPublic: true, status: 'ok', hint: expect.stringContaining('NEWS_FEEDS') as string },
    weather: { isPublic: true, status: 'ok', hint: expect.stringContaining('WEATHER_KEY') as string },
  });
  const mailUrl = 'smtp://mail.example:25';
  const newsFeeds = 'news=https://news.example/feed';
  const set = notifyConfig.parse({ mailUrl, newsFeeds, weatherKey: 'a-secret-key' });
  const ok = { isPublic: true, status: 'ok' };
  expect(await told(set)).toEqual({ mail: ok, news: ok, weather: ok });
});
