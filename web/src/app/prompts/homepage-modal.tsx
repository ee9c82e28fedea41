import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload, IconExternalLink } from '@tabler/icons-react';
import type { LauncherSystem } from '@skyshelf/contracts/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addressOf } from '../../shared/api/call-input.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import {
  type Browser,
  detectBrowser,
  detectSystem,
  type ExtensionFamily,
  extensionFamily,
} from '../../shared/dom/detect-computer.js';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { faqTexts } from '../../shared/messages/faq-texts.js';
import { extensionTexts } from '../../shared/messages/extension-texts.js';
import { homepageTexts } from '../../shared/messages/homepage-texts.js';
import css from './prompts.module.css';

type HomepageSection = 'startup' | 'extension' | 'manual';

/** A launcher first, unless the browser's own setting is the shorter way. */
const onComputer: Record<Browser, HomepageSection> = {
  chrome: 'startup',
  edge: 'startup',
  firefox: 'startup',
  // Two clicks; a launcher of macOS wants ‘Open Anyway’ first.
  safari: 'manual',
  'internet-explorer': 'manual',
  other: 'startup',
};

const elsewhere: Record<Browser, HomepageSection> = {
  chrome: 'extension',
  edge: 'extension',
  firefox: 'extension',
  safari: 'manual',
  'internet-explorer': 'manual',
  other: 'manual',
};

const firstSection = (system: LauncherSystem | null, browser: Browser): HomepageSection =>
  system === null ? elsewhere[browser] : onComputer[browser];

const text = homepageTexts.modal;
const browsers = Object.keys(text.browsers) as (keyof typeof text.browsers)[];

const HomepageModal = ({ close }: { close: () => void }) => {
  const system = detectSystem(navigator);
  const first = firstSection(system, detectBrowser(navigator));
  return (
    <DialogFrame title={text.title} close={close} width={560}>
      <Section title={text.startup} open={first === 'startup'}>
        {system ? (
          <Launcher system={system} />
        ) : (
          <p>
            {text.noLauncher}{' '}
            <Link href="/startup" onClick={close}>
              {text.toStartup}
            </Link>
          </p>
        )}
      </Section>
      <Section title={extensionTexts.modal.title} open={first === 'extension'}>
        <p>{extensionTexts.modal.text}</p>
        <ExtensionDownload />
        <p>
          <Link href="/extension" onClick={close}>
            {extensionTexts.modal.more}
          </Link>
        </p>
      </Section>
      <Section title={text.manual} open={first === 'manual'}>
        {browsers.map((browser) => (
          <section key={browser}>
            <h3>{text.browsers[browser]}</h3>
            <ol>
              {faqTexts.homepage[browser].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
      </Section>
    </DialogFrame>
  );
};

const Section = ({ title, open, children }: { title: string; open: boolean; children: ReactNode }) => (
  <details name="homepage" open={open} className={css.section}>
    <summary>
      {title}
      <IconChevronDown size={18} aria-hidden />
    </summary>
    <div>{children}</div>
  </details>
);

const Launcher = ({ system }: { system: LauncherSystem }) => {
  const name = homepageTexts.systems[system];
  return (
    <>
      <p>{text.startupText(name)}</p>
      <Button
        component="a"
        href={addressOf('downloadLauncher', { params: { system } })}
        download
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {homepageTexts.downloadFor(name)}
      </Button>
      {system === 'macos' && <p className={css.note}>{homepageTexts.openAnyway}</p>}
    </>
  );
};

const families: readonly ExtensionFamily[] = ['chrome', 'firefox'];

/** From the store where it is in one, else the file that this server has made. */
const ExtensionDownload = () => {
  const stores = useInstallation()?.extensionStores;
  const own = extensionFamily();
  return (
    <div className={css.downloads}>
      {(own ? [own] : families).map((family) => {
        const store = stores?.[family] ?? null;
        const { name, store: inStore } = extensionTexts[family];
        return store === null ? (
          <Button
            key={family}
            component="a"
            href={addressOf('downloadExtension', { params: { package: family } })}
            download
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {extensionTexts.downloadFor(name)}
          </Button>
        ) : (
          <Button
            key={family}
            component="a"
            href={store}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {inStore}
          </Button>
        );
      })}
    </div>
  );
};

export default HomepageModal;
