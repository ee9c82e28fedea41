import type { ExtensionPackage } from '@skyshelf/contracts';

const VERSION = '1.0.0';
/** The only page of ours with an extension's script: there a user allows it to connect. */
const CONNECT_PATH = '/extension/connect*';

type Browser = 'chrome' | 'firefox';

/** Source: https://developer.chrome.com/docs/extensions/reference/manifest and manifest.json on MDN. */
export function extensionManifest(publicUrl: string, name: ExtensionPackage): object {
  const browser: Browser = name.startsWith('chrome') ? 'chrome' : 'firefox';
  const { host } = new URL(publicUrl);
  const origin = originPattern(publicUrl, browser);
  return {
    manifest_version: 3,
    name: 'Skyshelf',
    version: VERSION,
    description: `Saves pages, links and pictures to Skyshelf at ${host}.`,
    // The extension reads its installation from here.
    homepage_url: `${publicUrl}/`,
    icons: Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icons/${size}.png`])),
    action: { default_popup: 'popup.html', default_title: 'Save to Skyshelf' },
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+S' } } },
    permissions: ['activeTab', 'contextMenus', 'storage'],
    host_permissions: [`${origin}/*`],
    content_scripts: [{ matches: [origin + CONNECT_PATH], js: ['connect.js'], run_at: 'document_start' }],
    ...ofBrowser[browser](host),
    ...(name.endsWith('new-tab') && { chrome_url_overrides: { newtab: 'newtab.html' } }),
  };
}

/** Each warns of the other's keys. */
const ofBrowser: Readonly<Record<Browser, (host: string) => object>> = {
  chrome: () => ({
    background: { service_worker: 'background.js', type: 'module' },
    minimum_chrome_version: '116',
  }),
  firefox: (host) => ({
    background: { scripts: ['background.js'], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: `skyshelf@${host.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')}`,
        strict_min_version: '140.0',
        data_collection_permissions: { required: ['bookmarksInfo'] },
      },
    },
  }),
};

/** Firefox patterns take no port: there it is each port of the host. */
function originPattern(publicUrl: string, browser: Browser): string {
  const { protocol, host, hostname } = new URL(publicUrl);
  return `${protocol}//${browser === 'firefox' ? hostname : host}`;
}
