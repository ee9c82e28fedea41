import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@skyshelf/testing';
import { executablePath } from './firefox-person.js';
import { Marionette } from './marionette.js';

const preferences = {
  'marionette.port': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.security.https_first': false,
};
const patient = { timeoutMs: 20_000, intervalMs: 200 };

/**
 * As a frame script, it runs in the window that the extension's button opens, and sends back what an
 * expression gives.
 */
const inFrame = (expression: string): string =>
  `data:text/javascript;charset=utf-8,${encodeURIComponent(`sendAsyncMessage('skyshelf', (${expression}))`)}`;

/**
 * Firefox with the extension as it is downloaded, and a user who can do what a user can: press its button,
 * choose in the context menu, answer questions.
 */
export class ExtendedFirefox {
  private constructor(
    private readonly process: ChildProcess,
    private readonly marionette: Marionette,
    private readonly id: string,
  ) {}

  /**
   * @param unpacked the extension's folder
   * @param folder for its profile, which it leaves there
   * @param host a name by which it finds this machine
   */
  static async of(unpacked: string, folder: string, host: string): Promise<ExtendedFirefox> {
    const profile = join(folder, 'profile');
    mkdirSync(profile);
    const lines = Object.entries({ ...preferences, 'network.dns.localDomains': host }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join(''));
    const words = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access'];
    const child = spawn(executablePath, [...words, '--profile', profile, 'about:blank'], { stdio: 'ignore' });
    const marionette = await eventually(
      () => Marionette.at(Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'))),
      { ...patient, timeoutMs: 60_000 },
    ).catch((error: unknown) => {
      child.kill();
      throw error;
    });
    const id = await marionette.ask<string>('Addon:Install', { path: unpacked, temporary: true });
    return new ExtendedFirefox(child, marionette, id);
  }

  /** Goes on in the window or tab that has such an address, once there is one. */
  async goTo(address: string): Promise<void> {
    await eventually(async () => {
      const seen: string[] = [];
      for (const handle of await this.marionette.ask<string[]>('WebDriver:GetWindowHandles')) {
        await this.marionette.ask('WebDriver:SwitchToWindow', { handle });
        seen.push(await this.marionette.ask<string>('WebDriver:GetCurrentURL'));
        if (seen.at(-1)?.includes(address)) return true;
      }
      throw new Error(`No window is at ${address}: ${seen.join(', ')}`);
    }, patient);
  }

  async open(url: string): Promise<void> {
    await this.marionette.ask('WebDriver:Navigate', { url });
  }

  async closeTab(): Promise<void> {
    await this.marionette.ask('WebDriver:CloseWindow');
  }

  /** @param xpath of what is pressed, once it can be */
  async press(xpath: string): Promise<void> {
    await eventually(async () => {
      await this.marionette.ask('WebDriver:ElementClick', { id: await this.#find(xpath) });
      return true;
    }, patient);
  }

  /** Types at the end of a field, or in its place. */
  async type(selector: string, text: string, instead = false): Promise<void> {
    const id = await eventually(() => this.#find(selector), patient);
    if (instead) await this.marionette.ask('WebDriver:ElementClear', { id });
    await this.marionette.ask('WebDriver:ElementSendKeys', { id, text });
  }

  async valueOf(selector: string): Promise<string> {
    const id = await eventually(() => this.#find(selector), patient);
    return this.marionette.ask<string>('WebDriver:GetElementProperty', { id, name: 'value' });
  }

  async shows(words: string): Promise<void> {
    await eventually(async () => {
      const script = 'return document.body.innerText';
      const text = await this.marionette.ask<string>('WebDriver:ExecuteScript', { script, args: [] });
      if (!text.includes(words)) throw new Error(`‘${words}’ is not in: ${text}`);
      return true;
    }, patient);
  }

  /** Right-clicks on something and chooses in the menu. */
  async choose(selector: string, entry: string): Promise<void> {
    const origin = { 'element-6066-11e4-a52e-4f735466cecf': await this.#find(selector) };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 2 })),
    ];
    await this.marionette.ask('WebDriver:PerformActions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
    await this.#inBrowser(
      `const menu = document.getElementById('contentAreaContextMenu');
       const item = [...menu.querySelectorAll('menuitem')].find((one) => !one.hidden && one.label === arguments[0]);
       if (menu.state !== 'open' || !item) return false;
       menu.activateItem(item);
       return true;`,
      entry,
    );
  }

  /** Presses the extension's button in the list of extensions. */
  async pressButton(): Promise<void> {
    await this.#inBrowser(`document.getElementById('unified-extensions-button').click(); return true;`);
    await this.#inBrowser(
      `const panel = document.getElementById('unified-extensions-panel');
       const item = panel?.querySelector('[data-extensionid="' + arguments[0] + '"] .unified-extensions-item-action-button');
       if (panel?.state !== 'open' || !item) return false;
       item.click();
       return true;`,
      this.id,
    );
  }

  /** Gives the value of an expression in the window of that button, once it has one; its page is `content`. */
  async inPopup<Answer>(expression: string): Promise<Answer> {
    return this.#inBrowser<Answer>(
      `const { messageManager } = document.querySelector('.webextension-popup-browser');
       return new Promise((resolve) => {
         const hear = ({ data }) => {
           messageManager.removeMessageListener('skyshelf', hear);
           resolve(data ?? false);
         };
         messageManager.addMessageListener('skyshelf', hear);
         // A window that is just being opened may hear nothing.
         setTimeout(hear, 1000, {});
         messageManager.loadFrameScript(arguments[0], false);
       });`,
      inFrame(expression),
    );
  }

  async showsInPopup(words: string): Promise<void> {
    await this.inPopup(`content.document.body.innerText.includes(${JSON.stringify(words)})`);
  }

  /** Clicks there, as a user's gesture; what is clicked may close it. */
  async pressInPopup(name: string): Promise<void> {
    await this.inPopup(
      `(() => {
         const named = (button) => button.textContent === ${JSON.stringify(name)} && !button.disabled;
         const button = [...content.document.querySelectorAll('button')].find(named);
         const click = () => {
           const handle = content.windowUtils.setHandlingUserInput(true);
           button.click();
           handle.destruct();
         };
         return button !== undefined && content.setTimeout(click) > 0;
       })()`,
    );
  }

  /** Closes it, as a click elsewhere does. */
  async leavePopup(): Promise<void> {
    await this.#inBrowser(
      `document.querySelector('.webextension-popup-browser')?.closest('panel').hidePopup(); return true;`,
    );
  }

  /** Takes the permission for its server away, as one does in the browser's list of extensions. */
  async withholdServer(): Promise<void> {
    await this.#inBrowser(
      `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
       const { extension } = WebExtensionPolicy.getByID(arguments[0]);
       const origins = extension.manifest.host_permissions;
       return ExtensionPermissions.remove(arguments[0], { permissions: [], origins }, extension).then(() => true);`,
      this.id,
    );
  }

  /**
   * Answers the browser's question whether the extension may have more. A click there closes the window of
   * the extension's button.
   */
  async answer(word: 'Allow' | 'Deny'): Promise<void> {
    await this.leavePopup();
    await this.#inBrowser(
      `for (const { PopupNotifications: { panel } } of Services.wm.getEnumerator('navigator:browser')) {
         const [question] = panel.childNodes;
         const button = [question?.button, question?.secondaryButton].find((one) => one?.label === arguments[0]);
         if (panel.state === 'open' && button) return button.click(), true;
       }
       return false;`,
      word,
    );
  }

  async close(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
    this.marionette.close();
  }

  async #find(where: string): Promise<string> {
    const using = where.startsWith('/') ? 'xpath' : 'css selector';
    const found = await this.marionette.ask<Record<string, string>>('WebDriver:FindElement', {
      using,
      value: where,
    });
    return Object.values(found)[0] ?? '';
  }

  /** Runs a script in the browser's own window until it gives anything but false. */
  async #inBrowser<Answer>(script: string, ...args: string[]): Promise<Answer> {
    await this.marionette.ask('Marionette:SetContext', { value: 'chrome' });
    try {
      const run = { script, args, sandbox: 'system' };
      return await eventually(
        () => this.marionette.ask<Answer | false>('WebDriver:ExecuteScript', run),
        patient,
      );
    } finally {
      await this.marionette.ask('Marionette:SetContext', { value: 'content' });
    }
  }
}
