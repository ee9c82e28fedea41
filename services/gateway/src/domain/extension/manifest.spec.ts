import { extensionPackages } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { extensionManifest } from './manifest.js';

/** The keys that each browser's documentation has; it warns of others. */
const known = {
  both: 'manifest_version name version description homepage_url icons action commands permissions host_permissions content_scripts background chrome_url_overrides',
  chrome: 'minimum_chrome_version',
  firefox: 'browser_specific_settings',
};

describe('the manifest of the extension', () => {
  const url = 'https://shelf.example.org:8443';

  it.each(extensionPackages)('for %s has documented keys alone, and least rights', (name) => {
    const browser = name.startsWith('chrome') ? 'chrome' : 'firefox';
    const manifest = extensionManifest(url, name) as Record<string, unknown>;
    const keys = new Set(`${known.both} ${known[browser]}`.split(' '));
    expect(Object.keys(manifest).filter((key) => !keys.has(key))).toEqual([]);
    const host = browser === 'chrome' ? 'shelf.example.org:8443' : 'shelf.example.org';
    expect(manifest).toMatchObject({
      manifest_version: 3,
      homepage_url: `${url}/`,
      permissions: ['activeTab', 'contextMenus', 'storage'],
      host_permissions: [`https://${host}/*`],
      content_scripts: [{ matches: [`https://${host}/extension/connect*`] }],
    });
    expect('chrome_url_overrides' in manifest).toBe(name.endsWith('new-tab'));
  });

  it('has a worker for Chrome and a script for Firefox, with an id of this server', () => {
    expect(extensionManifest(url, 'chrome')).toMatchObject({
      background: { service_worker: 'background.js', type: 'module' },
    });
    expect(extensionManifest(url, 'firefox')).toMatchObject({
      background: { scripts: ['background.js'], type: 'module' },
      browser_specific_settings: { gecko: { id: 'skyshelf@shelf.example.org-8443' } },
    });
  });
});
