import { Button } from '@mantine/core';
import { IconHeart, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSettingsToggle } from '../../shared/account/use-settings-toggle.js';
import { isHandheld } from '../../shared/dom/detect-computer.js';
import { homepageTexts } from '../../shared/messages/homepage-texts.js';
import { currentSession } from '../../shared/session/current-session.js';
import css from './prompts.module.css';

const text = homepageTexts.prompt;
const HomepageModal = lazy(() => import('./homepage-modal.js'));
const ShareModal = lazy(() => import('./share-modal.js'));

/** After the sign-in, which loads the page. */
const DELAY_MS = 300_000;
const SHOWN_MS = 10_000;

const usePrompt = (wanted: boolean, held: boolean) => {
  const [shown, setShown] = useState(false);
  const waits = wanted && !shown;
  useEffect(() => {
    if (!waits || alreadyPrompted()) return;
    const show = (): void => {
      rememberPrompt();
      setShown(true);
    };
    const timer = setTimeout(show, Math.max(0, DELAY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [waits]);
  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, held]);
  return { shown: shown && wanted, hide: () => setShown(false) };
};

export const LikePrompt = () => {
  const [path] = useLocation();
  const { settings, isOn, change } = useSettingsToggle();
  const [modal, setModal] = useState<'homepage' | 'share' | null>(null);
  const [held, setHeld] = useState(false);
  const wanted =
    settings !== undefined &&
    isOn('likeWebsiteNotification') &&
    !isHandheld() &&
    !/^\/result(?:\/|$)/.test(path);
  const { shown, hide } = usePrompt(wanted, held);
  const open = (next: 'homepage' | 'share'): void => {
    hide();
    setModal(next);
  };
  const close = (): void => {
    setModal(null);
    void change('likeWebsiteNotification', true);
  };
  return (
    <>
      {shown && (
        <PromptCard
          hold={setHeld}
          hide={hide}
          open={open}
          refuse={() => {
            hide();
            void change('likeWebsiteNotification', false);
          }}
        />
      )}
      <Suspense>
        {modal === 'homepage' && <HomepageModal close={close} />}
        {modal === 'share' && <ShareModal close={close} />}
      </Suspense>
    </>
  );
};

interface PromptCardProps {
  hold: (held: boolean) => void;
  hide: () => void;
  open: (modal: 'homepage' | 'share') => void;
  refuse: () => void;
}

const PromptCard = ({ hold, hide, open, refuse }: PromptCardProps) => (
  <section
    className={css.prompt}
    role="status"
    onPointerEnter={() => hold(true)}
    onPointerLeave={() => hold(false)}
    onFocus={() => hold(true)}
    onBlur={() => hold(false)}
  >
    <IconHeart size={20} stroke={1.6} aria-hidden />
    <div>
      <strong>{text.title}</strong>
      <p className="soft">{text.text}</p>
      <div className={css.buttons}>
        <Button onClick={() => open('homepage')}>{text.homepage}</Button>
        <Button variant="quiet" onClick={() => open('share')}>
          {text.share}
        </Button>
      </div>
      <button type="button" className={css.never} onClick={refuse}>
        {text.never}
      </button>
    </div>
    <button type="button" className={css.dismiss} aria-label={text.dismiss} onClick={hide}>
      <IconX size={16} aria-hidden />
    </button>
  </section>
);

const KEY = 'skyshelf:prompted';

const signIn = (): string => String(currentSession()?.expiresAt ?? '');

const alreadyPrompted = (): boolean => localStorage.getItem(KEY) === signIn();

const rememberPrompt = (): void => localStorage.setItem(KEY, signIn());
