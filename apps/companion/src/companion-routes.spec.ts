import { remoteSources } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { companionRoute } from './companion-routes.js';

describe.each([
  ['GET /connect/dropbox', 'dropbox', 'sign-in'],
  ['GET /connect/googledrive/callback', 'drive', 'sign-in'],
  ['GET /connect/microsoft', 'onedrive', 'sign-in'],
  ['GET /drive/redirect', 'drive', 'sign-in'],
  ['GET /onedrive/list/a%20folder', 'onedrive', 'read'],
  ['POST /dropbox/refresh-token', 'dropbox', 'refresh'],
  ['POST /drive/get/id', 'drive', 'upload'],
] as const)('%s', (call, source, route) => {
  it('is open while its source is on, and only then', () => {
    expect(companionRoute(call, [source])).toBe(route);
    const others = remoteSources.filter((each) => each !== source);
    expect(companionRoute(call, others)).toBeNull();
  });
});

it.each([
  'GET /connect/facebook',
  'GET /connect/constructor',
  'GET /connect/dropbox/override',
  'POST /connect/dropbox',
  'GET /dropbox/send-token',
  'POST /dropbox/preauth',
  'GET /s3/params',
  'GET /url/list',
  'GET /',
])('%s is closed though all sources are on', (call) => {
  expect(companionRoute(call, remoteSources)).toBeNull();
});
