import { describe, expect, it } from 'vitest';
import { gatewayConfig } from '../gateway.config.js';
import { refuseExemptions } from '../infrastructure/health-checks.js';
import { exposureWarnings, isOnLoopback } from './public-exposure.js';

const oidc = (issuer: string) => ({
  kind: 'oidc' as const,
  key: 'own',
  name: 'Own',
  issuer,
  scope: 'openid',
  clientId: 'c',
  clientSecret: 's',
});

describe('an installation that is reached from outside', () => {
  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://localhost:8080', true],
    ['http://[::1]:8080', true],
    ['http://192.168.1.4:8080', false],
    ['https://shelf.example', false],
    ['https://127.0.0.1.example', false],
  ])('%s is on this machine: %s', (url, local) => expect(isOnLoopback(url)).toBe(local));

  it('needs nothing said while it is on this machine', () => {
    const providers = [oidc('http://127.0.0.1:9000')];
    expect(exposureWarnings({ publicUrl: 'http://127.0.0.1:8080', trustedProxies: null, providers })).toEqual(
      [],
    );
  });

  it('exempts no one from limits', () => {
    const start = (publicUrl: string, unlimitedAddresses?: string) => () =>
      refuseExemptions(gatewayConfig.parse({ unlimitedAddresses }), publicUrl);
    expect(start('https://shelf.example', '10.0.0.7')).toThrow(
      'RATE_UNLIMITED: given 10.0.0.7, but others can reach PUBLIC_URL https://shelf.example',
    );
    expect(start('https://shelf.example', '127.0.0.1,::1')).toThrow('RATE_UNLIMITED');
    expect(start('https://shelf.example', 'none')).not.toThrow();
    expect(start('https://shelf.example')).not.toThrow();
    expect(start('http://localhost:8080', '10.0.0.7')).not.toThrow();
  });

  it('must say how many proxies stand in front, and use https, at its own address and at the issuer’s', () => {
    const exposed = {
      publicUrl: 'http://shelf.example',
      trustedProxies: null,
      providers: [oidc('http://id.example')],
    };
    const found = exposureWarnings(exposed);
    expect(found.map((each) => /TRUSTED_PROXIES|PUBLIC_URL|issuer/.exec(each)?.[0])).toEqual([
      'TRUSTED_PROXIES',
      'PUBLIC_URL',
      'issuer',
    ]);
    const well = {
      publicUrl: 'https://shelf.example',
      trustedProxies: 0,
      providers: [oidc('https://id.example')],
    };
    expect(exposureWarnings(well)).toEqual([]);
  });
});
