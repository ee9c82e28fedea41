import { refused, type RouteName, type Step } from './step.js';

/** The calls about who is signed in, and what the account can do. */
export const accountCases = {
  setReadCookie: [
    { call: 'setReadCookie', body: { token: '$token' }, answer: { ok: true, sub: '<text>' } },
    { call: 'setReadCookie', body: { token: '' }, answer: { ok: true, sub: null } },
    {
      call: 'setReadCookie',
      body: { token: 'nonsense' },
      status: 401,
      answer: { ...refused('auth.forged', 'Please log in again.'), reset: true, logout: true },
    },
  ],
  userInfo: [
    { call: 'userInfo', answer: { sub: '$sub', name: '<text>', picture: null, admin: false } },
    { call: 'userInfo', admin: true, answer: { admin: true } },
    { call: 'userInfo', visitor: true, status: 401, answer: refused('auth.required', 'Please log in.') },
  ],
  logOut: [
    { call: 'logOut', body: {}, answer: { ok: true } },
    {
      call: 'userInfo',
      status: 401,
      answer: { ...refused('auth.revoked', 'Please log in again.'), reset: true, logout: true },
    },
    { call: 'logOut', answer: { ok: true } },
  ],
  logOutEverywhere: [
    {
      call: 'logOutEverywhere',
      visitor: true,
      status: 401,
      answer: refused('auth.required', 'Please log in.'),
    },
    { call: 'logOutEverywhere', answer: { ok: true } },
    {
      call: 'logOutEverywhere',
      status: 401,
      answer: { ...refused('auth.revoked', 'Please log in again.'), reset: true, logout: true },
    },
  ],
  listSessions: [
    {
      call: 'listSessions',
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
    { call: 'listSessions', visitor: true, status: 401, answer: refused('auth.required', 'Please log in.') },
  ],
  endSession: [
    {
      call: 'endSession',
      body: { id: 'unknown' },
      status: 404,
      answer: refused('session.not-found', 'There is no such session. Reload the list.', 'id'),
    },
    { call: 'listSessions', keep: { session: 'docs.0._id' } },
    { call: 'endSession', body: { id: '$session' }, answer: { ok: true } },
    {
      call: 'endSession',
      body: { id: '$session' },
      status: 401,
      answer: { ...refused('auth.revoked', 'Please log in again.'), reset: true, logout: true },
    },
  ],
  closeAccount: [
    {
      call: 'closeAccount',
      headers: { 'sec-fetch-site': 'cross-site' },
      status: 403,
      answer: refused('access.denied', 'This is not yours to use.'),
    },
    { call: 'closeAccount', answer: { ok: true, deleteAfter: '<text>' } },
    {
      call: 'closeAccount',
      status: 401,
      answer: { ...refused('auth.revoked', 'Please log in again.'), reset: true, logout: true },
    },
  ],
  keepAccount: [
    {
      call: 'keepAccount',
      visitor: true,
      body: { code: 'guess' },
      status: 410,
      answer: refused('keep.expired', 'This offer has run out. Log in again to keep your account.'),
    },
  ],
  liveChanges: [{ call: 'liveChanges', text: 'id: 0\\n' }],
  signInProviders: [
    {
      call: 'signInProviders',
      visitor: true,
      answer: { docs: [{ key: 'local', name: '<text>', kind: '<text>' }] },
    },
  ],
  readInstallation: [
    {
      call: 'readInstallation',
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
  showAd: [
    {
      call: 'showAd',
      params: { slot: 'listing' },
      visitor: true,
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.'),
    },
  ],
  showSearch: [
    {
      call: 'showSearch',
      query: { q: 'tides' },
      visitor: true,
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.'),
    },
  ],
  readPortrait: [
    {
      call: 'readPortrait',
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.'),
    },
    { call: 'readPortrait', visitor: true, status: 401, answer: refused('auth.required', 'Please log in.') },
  ],
  downloadLauncher: [{ call: 'downloadLauncher', params: { system: 'macos' }, visitor: true, text: 'PK' }],
  listSources: [
    {
      call: 'listSources',
      answer: {
        sources: [
          { name: 'url', on: true, reason: null },
          { name: 'dropbox', on: false, reason: '<text>' },
          { name: 'drive', on: false, reason: '<text>' },
          { name: 'onedrive', on: false, reason: '<text>' },
        ],
      },
    },
    { call: 'listSources', visitor: true, status: 401, answer: refused('auth.required', 'Please log in.') },
  ],
  reportSpans: [
    {
      call: 'reportSpans',
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
    { call: 'reportSpans', body: { spans: [] }, status: 400, answer: { error: { code: 'input.invalid' } } },
  ],
  readSettings: [{ call: 'readSettings', answer: { news: true, sport: true, realEstate: true } }],
  changeSettings: [
    {
      call: 'changeSettings',
      body: { obj: { darkMode: true, sport: false } },
      answer: { darkMode: true, sport: false, news: true },
    },
    { call: 'readSettings', answer: { darkMode: true, sport: false } },
    {
      call: 'changeSettings',
      body: { obj: { drive: true } },
      status: 400,
      answer: { error: { code: 'input.invalid', field: 'obj.drive' } },
    },
  ],
  listPlans: [
    {
      call: 'listPlans',
      visitor: true,
      body: {},
      answer: [{ name: 'Free', price: 0, quota: 262_144_000, userId: null }, {}, {}, {}],
    },
  ],
  receivePayment: [
    {
      call: 'receivePayment',
      visitor: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bytes: 'txn_type=subscr_payment&receiver_email=thief@example.org',
      status: 400,
      answer: refused('payment.refused', 'This is not about a payment that belongs here.', 'receiver_email'),
    },
    {
      call: 'receivePayment',
      visitor: true,
      headers: { 'content-type': 'text/plain' },
      bytes: 'hello',
      status: 415,
      answer: { error: { code: 'media-type.unsupported' } },
    },
  ],
  listSubscriptions: [
    { call: 'listSubscriptions', answer: { docs: [] } },
    {
      call: 'listSubscriptions',
      visitor: true,
      status: 401,
      answer: refused('auth.required', 'Please log in.'),
    },
  ],
  listCancelled: [
    { call: 'listCancelled', status: 403, answer: refused('access.denied', 'This is not yours to use.') },
    { call: 'listCancelled', admin: true, answer: { docs: '<list>', next: null } },
  ],
  showAccountData: [
    {
      call: 'showAccountData',
      body: { accountId: '$drive' },
      status: 403,
      answer: refused('access.denied', 'This is not yours to use.'),
    },
    {
      call: 'showAccountData',
      admin: true,
      body: { accountId: '$drive' },
      status: 404,
      answer: refused('account.not-found', 'Not found', 'accountId'),
    },
  ],
  deleteCancelled: [
    {
      call: 'deleteCancelled',
      admin: true,
      body: { accountId: 'nobody' },
      status: 404,
      answer: refused('account.not-found', 'Not found', 'accountId'),
    },
    {
      call: 'deleteCancelled',
      admin: true,
      body: { accountId: '$drive' },
      status: 409,
      answer: { error: { code: 'account.not-cancelled' } },
    },
    { call: 'closeAccount', answer: { ok: true } },
    {
      call: 'deleteCancelled',
      admin: true,
      body: { accountId: '$drive' },
      status: 409,
      answer: refused('drive.closed', 'This account is being deleted.'),
    },
  ],
} satisfies Partial<Record<RouteName, readonly Step[]>>;
