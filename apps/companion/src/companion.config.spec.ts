import { loadConfig } from '@skyshelf/config';
import { expect, it } from 'vitest';
import { companionConfig, configuredNames, configuredSources, hintsOf } from './companion.config.js';

const read = (env: Record<string, string>) => loadConfig(companionConfig, env, { service: 'test' });
const on = (env: Record<string, string>) => configuredNames(read(env));

it('has addresses as a source without any key, and a provider with both of its app', () => {
  expect(on({})).toEqual(['url']);
  expect(on({ DROPBOX_KEY: 'k', DROPBOX_SECRET: 's' })).toEqual(['url', 'dropbox']);
  expect(on({ SOURCES: 'dropbox', DROPBOX_KEY: 'k', DROPBOX_SECRET: 's' })).toEqual(['dropbox']);
  expect(on({ GOOGLE_DRIVE_KEY: 'k', GOOGLE_DRIVE_SECRET: 's' })).toEqual(['url', 'drive']);
  expect(on({ ONEDRIVE_KEY: 'k', ONEDRIVE_SECRET: 's' })).toEqual(['url', 'onedrive']);
  expect(on({ SOURCES: 'none' })).toEqual([]);
});

it('says why a source is off, to users in their words, to the operator what is missing', () => {
  const configured = configuredSources(read({ SOURCES: 'url,dropbox' }));
  expect(configured.sources.map(({ reason }) => reason)).toEqual([
    null,
    'Dropbox is not set up here.',
    expect.stringContaining('switched it off'),
    expect.stringContaining('switched it off'),
  ]);
  expect(hintsOf(configured)).toEqual(['Dropbox is off: DROPBOX_KEY and DROPBOX_SECRET are missing.']);
});

it.each([
  [{ DROPBOX_KEY: 'k' }, 'DROPBOX_SECRET: given nothing'],
  [{ GOOGLE_DRIVE_SECRET: 's' }, 'GOOGLE_DRIVE_KEY: given nothing'],
  [{ SOURCES: 'url,ftp' }, 'SOURCES: given "url,ftp"'],
])('%o stops the start', (env, words) => {
  expect(() => read(env)).toThrow(words);
});
