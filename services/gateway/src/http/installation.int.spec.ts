import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';
import { gatewayConfig } from '../gateway.config.js';

const html = '<a href="https://shop.example">Buy a disk</a><script>top.location = "about:blank"</script>';

describe('what the operator sets', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    const config = gatewayConfig.parse({
      ads: JSON.stringify({ listing: { html, height: 120 }, download: { html: 'Disks' } }),
      viewkeyVideoHosts: 'Videos.example, frames.example:8443',
      websiteThumbnails: 'on',
      maxVideoBytes: '1000',
      refusedExtensions: 'txt, .EXE',
      operatorName: 'Lena Voss',
      searchScript: '<script src="https://search.example/cse.js"></script>',
      extensionFirefoxUrl: 'https://addons.example/skyshelf',
      termsEffective: '2026-01-31',
      paymentReceiver: 'SELLER1234567',
      paymentSandbox: 'on',
    });
    gateway = await runGateway({ overrides: { config, configuredSources: ['url', 'drive'] } });
  });
  afterAll(() => gateway.stop());

  it('comes by one call, without a token', async () => {
    const answer = await fetch(`${gateway.url}/api/installation`);
    expect(await answer.json()).toEqual({
      ads: [
        { slot: 'listing', path: '/ads/listing', height: 120 },
        { slot: 'download', path: '/ads/download', height: 90 },
      ],
      videoHosts: { viewkeyvideo: ['videos.example', 'frames.example:8443'], embedframevideo: [] },
      websitePictures: true,
      accountDeleteHours: 24,
      maxVideoBytes: 1000,
      refusedExtensions: ['txt', 'exe'],
      payments: { provider: 'paypal', sandbox: true, origin: 'https://www.sandbox.paypal.com' },
      sources: '/api/sources',
      configuredSources: ['url', 'drive'],
      search: { path: '/search-frame' },
      operator: { name: 'Lena Voss', address: null },
      extensionStores: { chrome: null, firefox: 'https://addons.example/skyshelf' },
      termsEffective: '2026-01-31',
    });
  });

  it('shows an ad as it is, to frames of this page, without an origin', async () => {
    const answer = await fetch(`${gateway.url}/ads/listing`);
    expect(await answer.text()).toBe(html);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toBe(
      "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
    );
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect((await fetch(`${gateway.url}/ads/nowhere`)).status).toBe(400);
  });

  it('shows its search of the web in such a frame, whose results open in tabs of their own [S2.80]', async () => {
    const answer = await fetch(`${gateway.url}/search-frame?q=tides`);
    expect(await answer.text()).toBe(
      '<!doctype html><meta charset="utf-8"><base target="_blank"><script src="https://search.example/cse.js"></script>',
    );
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*same-origin)/);
  });

  it('lets the page post the form of a plan to the payment provider alone', async () => {
    const policy = (await fetch(gateway.url)).headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' https://www.sandbox.paypal.com;");
  });

  it('lets the page show videos of its hosts in frames', async () => {
    const policy = (await fetch(gateway.url)).headers.get('content-security-policy');
    expect(policy).toContain(
      'https://videos.example https://*.videos.example https://frames.example:8443 https://*.frames.example:8443;',
    );
  });
});

it.each([
  ['ads', '{listing'],
  ['ads', '{"nowhere": {"html": "x"}}'],
  ['ads', '{"listing": {"html": "x", "height": 4000}}'],
  ['termsEffective', 'since January'],
  ['searchScript', '  '],
  ['extensionChromeUrl', 'http://store.example/'],
  ['extensionFirefoxUrl', 'javascript:alert(1)'],
  ['viewkeyVideoHosts', "videos.example; script-src 'unsafe-inline'"],
  ['embedframeVideoHosts', 'https://frames.example'],
])('refuses to start with %s=%s', (field, value) => {
  expect(gatewayConfig.safeParse({ [field]: value })).toMatchObject({
    success: false,
    error: { issues: [{ path: expect.arrayContaining([field]) }] },
  });
});
