import { casesOf, denied, endedSession, invalid, noFile, noUser, refused } from './step.js';

/** The calls about who is signed in, and what the account can do. */
export const accountCases = casesOf({
  setReadCookie: [
    { body: { token: '$token' }, answer: { ok: true, sub: '<text>' } },
    { body: { token: '' }, answer: { ok: true, sub: null } },
    {
      body: { token: 'nonsense' },
      status: 401,
      answer: { ...refused('auth.forged', 'Please log in again.'), reset: true, logout: true },
    },
  ],
  userInfo: [
    { answer: { sub: '$sub', name: '<text>', picture: null, admin: false } },
    { admin: true, answer: { admin: true } },
    noUser,
  ],
  logOut: [
    { body: {}, answer: { ok: true } },
    { call: 'userInfo', ...endedSession },
    { answer: { ok: true } },
  ],
  logOutEverywhere: [noUser, { answer: { ok: true } }, endedSession],
  listSessions: [
    {
      answer: {
        docs: [
          {
            _id: '<text>',
            device: null,
            browser: null,
            place: null,
            extension: false,
            begun: '<text>',
            lastSeen: '<text>',
            current: true,
          },
        ],
      },
    },
    noUser,
  ],
  endSession: [
    {
      body: { id: 'unknown' },
      status: 404,
      answer: refused('session.not-found', 'There is no such session. Reload the list.', 'id'),
    },
    { call: 'listSessions', keep: { session: 'docs.0._id' } },
    { body: { id: '$session' }, answer: { ok: true } },
    { body: { id: '$session' }, ...endedSession },
  ],
  closeAccount: [
    { headers: { 'sec-fetch-site': 'cross-site' }, ...denied },
    { answer: { ok: true, deleteAfter: '<text>' } },
    endedSession,
  ],
  keepAccount: [
    {
      visitor: true,
      body: { code: 'guess' },
      status: 410,
      answer: refused('keep.expired', 'This offer has run out. Log in again to keep your account.'),
    },
  ],
  liveChanges: [{ text: 'id: 0\\n' }],
  signInProviders: [{ visitor: true, answer: { docs: [{ key: 'local', name: '<text>', kind: '<text>' }] } }],
  readInstallation: [
    {
      visitor: true,
      answer: {
        ads: [],
        videoHosts: { viewkeyvideo: [], embedframevideo: [] },
        websitePictures: false,
        accountDeleteHours: 24,
        maxVideoBytes: 262_144_000,
        sources: '/api/sources',
        configuredSources: ['url'],
        search: null,
        operator: { name: null, address: null },
        extensionStores: { chrome: null, firefox: null },
        termsEffective: '2018-07-29',
      },
    },
  ],
  showAd: [{ params: { slot: 'listing' }, visitor: true, ...noFile }],
  showSearch: [{ query: { q: 'tides' }, visitor: true, ...noFile }],
  readPortrait: [noFile, noUser],
  downloadLauncher: [{ params: { system: 'macos' }, visitor: true, text: 'PK' }],
  listSources: [
    {
      answer: {
        sources: [
          { name: 'url', on: true, reason: null },
          { name: 'dropbox', on: false, reason: '<text>' },
          { name: 'drive', on: false, reason: '<text>' },
          { name: 'onedrive', on: false, reason: '<text>' },
        ],
      },
    },
    noUser,
  ],
  reportSpans: [
    {
      body: {
        spans: [
          {
            name: 'upload',
            traceId: '0af7651916cd43dd8448eb211c80319c',
            spanId: 'b7ad6b7169203331',
            agoMs: 10,
            durationMs: 5,
            outcome: 'done',
            files: 1,
            bytes: 10,
          },
        ],
      },
      answer: { recorded: false },
    },
    { body: { spans: [] }, ...invalid() },
  ],
  readSettings: [{ answer: { news: true, sport: true, realEstate: true } }],
  changeSettings: [
    { body: { obj: { darkMode: true, sport: false } }, answer: { darkMode: true, sport: false, news: true } },
    { call: 'readSettings', answer: { darkMode: true, sport: false } },
    { body: { obj: { drive: true } }, ...invalid('obj.drive') },
  ],
  listPlans: [
    {
      visitor: true,
      body: {},
      answer: [{ name: 'Free', price: 0, quota: 262_144_000, userId: null }, {}, {}, {}],
    },
  ],
  receivePayment: [
    {
      visitor: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bytes: 'txn_type=subscr_payment&receiver_email=thief@example.org',
      status: 400,
      answer: refused('payment.refused', 'This is not about a payment that belongs here.', 'receiver_email'),
    },
    {
      visitor: true,
      headers: { 'content-type': 'text/plain' },
      bytes: 'hello',
      status: 415,
      answer: { error: { code: 'media-type.unsupported' } },
    },
  ],
  listSubscriptions: [{ answer: { docs: [] } }, noUser],
  listCancelled: [denied, { admin: true, answer: { docs: '<list>', next: null } }],
  showAccountData: [
    { body: { accountId: '$drive' }, ...denied },
    {
      admin: true,
      body: { accountId: '$drive' },
      status: 404,
      answer: refused('account.not-found', 'Not found', 'accountId'),
    },
  ],
  deleteCancelled: [
    {
      admin: true,
      body: { accountId: 'nobody' },
      status: 404,
      answer: refused('account.not-found', 'Not found', 'accountId'),
    },
    {
      admin: true,
      body: { accountId: '$drive' },
      status: 409,
      answer: { error: { code: 'account.not-cancelled' } },
    },
    { call: 'closeAccount', answer: { ok: true } },
    {
      admin: true,
      body: { accountId: '$drive' },
      status: 409,
      answer: refused('drive.closed', 'This account is being deleted.'),
    },
  ],
});
