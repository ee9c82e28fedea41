import { Button } from '@mantine/core';
import { IconBrandChrome, IconBrandFirefox, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { addressOf } from '../../shared/api/call-input.js';
import { type ExtensionFamily, extensionFamily, isHandheld } from '../../shared/dom/detect-computer.js';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { extensionTexts as text } from '../../shared/messages/extension-texts.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import css from '../../shared/pages/download-cards.module.css';

const icons = { chrome: IconBrandChrome, firefox: IconBrandFirefox };

const Extension = () => {
  const own = extensionFamily();
  const stores = useInstallation()?.extensionStores;
  return (
    <PageFrame title={text.title} lead={text.lead}>
      {isHandheld() && <p className={css.handheld}>{text.handheld}</p>}
      <div className={css.cards}>
        <Card family="chrome" own={own === 'chrome'} store={stores?.chrome ?? null} />
        <Card family="firefox" own={own === 'firefox'} store={stores?.firefox ?? null} />
      </div>
      <p className={css.about}>{text.about}</p>
    </PageFrame>
  );
};

const Card = ({ family, own, store }: { family: ExtensionFamily; own: boolean; store: string | null }) => {
  const Icon = icons[family];
  const { name, text: words, steps, note, store: inStore } = text[family];
  const hrefOf = (name: string): string => addressOf('downloadExtension', { params: { package: name } });
  return (
    <article className={css.card} aria-label={name} data-own={own}>
      <header>
        <Icon size={30} stroke={1.5} aria-hidden />
        <h2>{name}</h2>
        {own && <span className={css.own}>{text.yours}</span>}
      </header>
      <p>{words}</p>
      {store !== null && (
        <Button
          component="a"
          href={store}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {inStore}
        </Button>
      )}
      <div className={css.downloads}>
        <Button
          component="a"
          href={hrefOf(family)}
          download
          variant={store === null ? 'filled' : 'quiet'}
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={text.downloadFor(name)}
        >
          {text.download}
        </Button>
        <Button
          component="a"
          href={hrefOf(`${family}-new-tab`)}
          download
          variant="quiet"
          aria-label={text.newTabFor(name)}
        >
          {text.newTab}
        </Button>
      </div>
      <h3 className={css.stepsTitle}>{text.stepsTitle}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={css.note}>{note}</p>
    </article>
  );
};

export default Extension;
