import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExtensionPackage } from '@skyshelf/contracts';
import { chromium, type BrowserContext, type Page, type Worker } from 'playwright';
import { executablePath } from '../browser.js';
import { watchOutsideWorld } from '../outside-world.js';
import { unpackExtension } from './unpack-extension.js';

/**
 * The message that the browser sends to the extension when one of its menu entries is clicked; Playwright can't click
 * there.
 */
export interface MenuClick {
  menuItemId: 'page' | 'link' | 'image';
  pageUrl?: string;
  linkUrl?: string;
  srcUrl?: string;
}

interface WithMenus {
  chrome: { contextMenus: { onClicked: { dispatch(clicked: MenuClick, tab: { title: string }): void } } };
}

/** Chromium with the extension as it is downloaded. */
export class LoadedExtension {
  private constructor(
    readonly context: BrowserContext,
    readonly worker: Worker,
    private readonly folder: string,
  ) {}

  static async of(url: string, name: ExtensionPackage): Promise<LoadedExtension> {
    const folder = mkdtempSync(join(tmpdir(), 'skyshelf-extension-'));
    const unpacked = await unpackExtension(url, name, folder);
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath,
      // Playwright's own way to be headless has no extensions.
      headless: false,
      viewport: { width: 1280, height: 800 },
      args: [
        '--headless=new',
        '--disable-gpu',
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        `--disable-extensions-except=${unpacked}`,
        `--load-extension=${unpacked}`,
      ],
    });
    watchOutsideWorld(context, {});
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('skyshelf:cookies', 'known');
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    return new LoadedExtension(context, worker, folder);
  }

  /** Clicks in the context menu, and answers the window that opens. */
  async click(clicked: MenuClick, title = ''): Promise<Page> {
    const opened = this.opened();
    await this.worker.evaluate(
      ([what, tabTitle]) =>
        (globalThis as unknown as WithMenus).chrome.contextMenus.onClicked.dispatch(what, {
          title: tabTitle,
        }),
      [clicked, title] as const,
    );
    return opened;
  }

  /** The next page that opens by itself. */
  opened(): Promise<Page> {
    return this.context.waitForEvent('page');
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
