import { routes } from '@skyshelf/contracts';
import { expect } from 'vitest';
import { pkce } from '../setup/extension-token.js';
import { driveOf } from '../setup/drive-of.js';
import { expectNothingOf, refused, type Stage } from './stage.js';

/** At settings, plans, payments, messages, what is for admins, and what concerns the whole installation. */
export const accountIntrusions: Record<string, (stage: Stage) => Promise<void>> = {
  readSettings: async ({ victim, intruder }) => {
    await victim.client.call(routes.changeSettings, { body: { obj: { darkMode: true } } });
    expect((await intruder.client.call(routes.readSettings)).darkMode).not.toBe(true);
  },
  changeSettings: async ({ victim, intruder }) => {
    await victim.client.call(routes.changeSettings, { body: { obj: { sport: true } } });
    await intruder.client.call(routes.changeSettings, { body: { obj: { sport: false } } });
    expect((await victim.client.call(routes.readSettings)).sport).toBe(true);
  },
  listPlans: async ({ victim, intruder }) => {
    expectNothingOf(victim, await intruder.client.call(routes.listPlans, { body: {} }));
  },
  receivePayment: async ({ victim, intruder }) => {
    const bytes = Buffer.from(`txn_type=subscr_cancel&subscr_id=I-1&custom=local%7C${victim.name}`);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    refused(await intruder.client.send(routes.receivePayment, { bytes, headers }), 400);
  },
  listSubscriptions: async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(routes.listSubscriptions)),
  listUpdates: async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(routes.listUpdates)),
  newCaptcha: async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(routes.newCaptcha)),
  sendMail: async ({ intruder }) =>
    refused(
      await intruder.client.send(routes.sendMail, {
        body: { obj: { name: 'Eve', email: 'eve@example.org', captcha: 'e30=' } },
      }),
      400,
    ),
  listNews: async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(routes.listNews, { body: {} })),
  // News are the same for all: there is no picture that is someone's.
  showNewsPicture: async ({ intruder }) =>
    refused(await intruder.client.send(routes.showNewsPicture, { params: { picture: 'x'.repeat(22) } }), 404),
  readWeather: async ({ victim, intruder }) =>
    expectNothingOf(
      victim,
      await intruder.client.call(routes.readWeather, { body: { latitude: 0, longitude: 0 } }),
    ),
  insertUpdate: async ({ intruder }) =>
    refused(
      await intruder.client.send(routes.insertUpdate, {
        body: { obj: { headline: 'News', content: 'of mine' } },
      }),
      403,
    ),
  listCancelled: async ({ intruder }) => refused(await intruder.client.send(routes.listCancelled), 403),
  showAccountData: async ({ victim, intruder }) => {
    const body = { accountId: driveOf(victim.token) };
    refused(await intruder.client.send(routes.showAccountData, { body }), 403);
  },
  deleteCancelled: async ({ victim, intruder }) => {
    const body = { accountId: driveOf(victim.token) };
    refused(await intruder.client.send(routes.deleteCancelled, { body }), 403);
  },
  signInProviders: async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(routes.signInProviders)),
  readInstallation: async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(routes.readInstallation)),
  showAd: async ({ intruder }) =>
    refused(await intruder.client.send(routes.showAd, { params: { slot: 'listing' } }), 404),
  showSearch: async ({ intruder }) =>
    refused(await intruder.client.send(routes.showSearch, { query: { q: 'tides' } }), 404),
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
  openExtensionSession: async ({ intruder }) => {
    const body = { code: 'guessed', verifier: pkce.verifier };
    refused(await intruder.client.send(routes.openExtensionSession, { body }), 400);
  },
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
