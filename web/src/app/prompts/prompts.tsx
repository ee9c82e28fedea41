import { Button } from '@mantine/core';
import { IconRocket, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { LikePrompt } from './like-prompt.js';
import { addressOf } from '../../shared/api/call-input.js';
import { useSettingsToggle } from '../../shared/account/use-settings-toggle.js';
import { detectSystem } from '../../shared/dom/detect-computer.js';
import { homepageTexts as texts } from '../../shared/messages/homepage-texts.js';
import { hasAcceptedCookies, useBottomBanner } from '../shell/bottom-banner.js';
import css from './prompts.module.css';

const Prompts = () => (
  <>
    <StartupBanner />
    <LikePrompt />
  </>
);

export default Prompts;

const text = texts.banner;

/** One banner at a time: that of cookies comes first. */
const StartupBanner = () => {
  const { settings, isOn, change } = useSettingsToggle();
  const [state, setState] = useState<'shown' | 'leaving' | 'gone'>(hasAcceptedCookies() ? 'shown' : 'gone');
  const system = detectSystem(navigator);
  const wanted = settings !== undefined && (isOn('startupAd') || state === 'leaving');
  const shown = system !== null && state !== 'gone' && wanted;
  const ref = useRef<HTMLElement>(null);
  useBottomBanner(shown, ref);
  if (!shown) return null;
  return (
    <section
      ref={ref}
      className={css.banner}
      aria-label={text.label}
      data-leaving={state === 'leaving'}
      inert={state === 'leaving'}
      onAnimationEnd={() => state === 'leaving' && setState('gone')}
    >
      <IconRocket size={22} stroke={1.6} aria-hidden />
      <p>{text.text(texts.systems[system])}</p>
      <Button component="a" href={addressOf('downloadLauncher', { params: { system } })} download>
        {texts.download}
      </Button>
      <button
        type="button"
        aria-label={text.close}
        onClick={() => {
          setState('leaving');
          void change('startupAd', false);
        }}
      >
        <IconX size={18} aria-hidden />
      </button>
    </section>
  );
};
