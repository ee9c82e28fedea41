import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackExtension } from '../extension/unpack-extension.js';
import { onlyIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { hasFirefox, launchFirefox } from './firefox-person.js';

const once = onlyIn('standalone', 'what the extension asks of a server is the same there');
const isWanted = process.env.E2E_FIREFOX === '1';
/** Mozilla's own check; with all that it needs it is too large to be installed for everyone. */
const LINT = ['--yes', 'web-ext@10.7.0', 'lint', '--output=json', '--source-dir'];
/** Else it is another one in each profile, and no page learns it. */
const INTERNAL_ID = '6f1c2d5e-0b7a-4c35-9a52-3d2f5b8e1a90';

describe.runIf(once && isWanted && hasFirefox)('the extension in Firefox', { timeout: 180_000 }, () => {
  let unpacked: string;
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-firefox-extension-'));

  beforeAll(async () => {
    const { url } = await sharedSkyshelf();
    unpacked = await unpackExtension(url, 'firefox', folder);
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
      browser_specific_settings: { gecko: { id: string } };
    };
    const { id } = manifest.browser_specific_settings.gecko;
    const uuids = JSON.stringify({ [id]: INTERNAL_ID });
    browser = await launchFirefox({ 'extensions.webextensions.uuids': uuids }, { extensions: true });
    await browser.installExtension(unpacked);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has no error by Mozilla’s check', async () => {
    const { stdout } = await promisify(execFile)('npx', [...LINT, unpacked], { maxBuffer: 2 ** 24 });
    const { errors, warnings } = JSON.parse(stdout) as { errors: object[]; warnings: { code: string }[] };
    expect(errors).toEqual([]);
    // It is for computers: nothing is said of phones.
    expect(warnings.map(({ code }) => code)).toEqual(['KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION']);
  });
});
