/** The server's answer about an installation without settings. */
export const installationWith = (more: object = {}): object => ({
  ads: [],
  videoHosts: {},
  websitePictures: false,
  accountDeleteHours: 24,
  maxVideoBytes: 262_144_000,
  refusedExtensions: ['txt', 'js'],
  payments: null,
  sources: '/api/sources',
  configuredSources: [],
  search: null,
  operator: { name: null, address: null },
  extensionStores: { chrome: null, firefox: null },
  termsEffective: '2018-07-29',
  ...more,
});
