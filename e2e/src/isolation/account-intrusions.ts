import { routes } from '@skyshelf/contracts';
import { expect } from 'vitest';
import { pkce } from '../setup/extension-token.js';
import { driveOf } from '../setup/drive-of.js';
import { expectNothingOf, isRefused, refused, showsNothing, type Attempt, type Stage } from './stage.js';

const accountOf = ({ victim }: Stage) => ({ body: { accountId: driveOf(victim.token) } });

/** At settings, plans, payments, messages, what is for admins, and what concerns the whole installation. */
export const accountIntrusions: Record<string, Attempt> = {
  readSettings: async ({ victim, intruder }) => {
    await victim.client.call(routes.changeSettings, { body: { obj: { darkMode: true } } });
    expect((await intruder.client.call(routes.readSettings)).darkMode).not.toBe(true);
  },
  changeSettings: async ({ victim, intruder }) => {
    await victim.client.call(routes.changeSettings, { body: { obj: { sport: true } } });
    await intruder.client.call(routes.changeSettings, { body: { obj: { sport: false } } });
    expect((await victim.client.call(routes.readSettings)).sport).toBe(true);
  },
  listPlans: showsNothing(routes.listPlans, { body: {} }),
  receivePayment: isRefused(routes.receivePayment, 400, ({ victim }) => ({
    bytes: Buffer.from(`txn_type=subscr_cancel&subscr_id=I-1&custom=local%7C${victim.name}`),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })),
  listSubscriptions: showsNothing(routes.listSubscriptions),
  listUpdates: showsNothing(routes.listUpdates),
  newCaptcha: showsNothing(routes.newCaptcha),
  sendMail: isRefused(routes.sendMail, 400, () => ({
    body: { obj: { name: 'Eve', email: 'eve@example.org', captcha: 'e30=' } },
  })),
  listNews: showsNothing(routes.listNews, { body: {} }),
  // News are the same for all: there is no picture that is someone's.
  showNewsPicture: isRefused(routes.showNewsPicture, 404, () => ({ params: { picture: 'x'.repeat(22) } })),
  readWeather: showsNothing(routes.readWeather, { body: { latitude: 0, longitude: 0 } }),
  insertUpdate: isRefused(routes.insertUpdate, 403, () => ({
    body: { obj: { headline: 'News', content: 'of mine' } },
  })),
  listCancelled: isRefused(routes.listCancelled, 403),
  showAccountData: isRefused(routes.showAccountData, 403, accountOf),
  deleteCancelled: isRefused(routes.deleteCancelled, 403, accountOf),
  signInProviders: showsNothing(routes.signInProviders),
  readInstallation: showsNothing(routes.readInstallation),
  showAd: isRefused(routes.showAd, 404, () => ({ params: { slot: 'listing' } })),
  showSearch: isRefused(routes.showSearch, 404, () => ({ query: { q: 'tides' } })),
  downloadLauncher: async ({ victim, intruder }) => {
    const answer = await intruder.client.send(routes.downloadLauncher, { params: { system: 'windows' } });
    expectNothingOf(victim, answer.bytes.toString());
  },
  connectExtension: async ({ victim, intruder }) => {
    const { challenge, verifier } = pkce;
    const { code } = await victim.client.call(routes.connectExtension, { body: { challenge } });
    const guess = { code, verifier: verifier.toLowerCase() };
    refused(await intruder.client.send(routes.openExtensionSession, { body: guess }), 400);
    const own = await intruder.client.call(routes.connectExtension, { body: { challenge } });
    const begun = await intruder.client.call(routes.openExtensionSession, {
      body: { code: own.code, verifier },
    });
    expect(begun.name).not.toBe(victim.name);
  },
  openExtensionSession: isRefused(routes.openExtensionSession, 400, () => ({
    body: { code: 'guessed', verifier: pkce.verifier },
  })),
  downloadExtension: async ({ victim, intruder }) => {
    const answer = await intruder.client.send(routes.downloadExtension, { params: { package: 'chrome' } });
    expectNothingOf(victim, answer.bytes.toString());
  },
  reportSpans: async ({ intruder }) => {
    const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
    const outcome = { outcome: 'done', agoMs: 5, durationMs: 5, files: 1, bytes: 1 } as const;
    const body = { spans: [{ ...ids, ...outcome, name: 'upload' as const }] };
    const answer = await intruder.client.call(routes.reportSpans, { body });
    expect(Object.keys(answer)).toEqual(['recorded']);
  },
};
