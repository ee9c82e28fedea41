import { Button } from '@mantine/core';
import { IconBrandApple, IconBrandWindows, IconDownload } from '@tabler/icons-react';
import type { LauncherSystem } from '@skyshelf/contracts/browser';
import { addressOf } from '../../shared/api/call-input.js';
import { detectSystem, isHandheld } from '../../shared/dom/detect-computer.js';
import { homepageTexts as text } from '../../shared/messages/homepage-texts.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import css from '../../shared/pages/download-cards.module.css';

const icons = { windows: IconBrandWindows, macos: IconBrandApple };

const Startup = () => {
  const own = detectSystem(navigator);
  return (
    <PageFrame title={text.page.title} lead={text.page.lead}>
      {isHandheld() && <p className={css.handheld}>{text.page.handheld}</p>}
      <div className={css.cards}>
        <Launcher system="windows" own={own === 'windows'} />
        <Launcher system="macos" own={own === 'macos'} />
      </div>
      <p className={css.about}>{text.page.about}</p>
    </PageFrame>
  );
};

const Launcher = ({ system, own }: { system: LauncherSystem; own: boolean }) => {
  const Icon = icons[system];
  const { text: words, steps, undo } = text.page[system];
  const name = text.systems[system];
  return (
    <article className={css.card} aria-label={name} data-own={own}>
      <header>
        <Icon size={30} stroke={1.5} aria-hidden />
        <h2>{name}</h2>
        {own && <span className={css.own}>{text.page.yours}</span>}
      </header>
      <p>{words}</p>
      <Button
        component="a"
        href={addressOf('downloadLauncher', { params: { system } })}
        download
        leftSection={<IconDownload size={18} aria-hidden />}
        aria-label={text.downloadFor(name)}
      >
        {text.download}
      </Button>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {system === 'macos' && <p className={css.note}>{text.openAnyway}</p>}
      <h3>{text.page.undoTitle}</h3>
      <p>{undo}</p>
    </article>
  );
};

export default Startup;
