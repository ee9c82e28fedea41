import {
  IconChevronLeft,
  IconChevronRight,
  IconFolders,
  IconHome2,
  IconPhotoUp,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconUserCheck,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { kindIcons } from '../../shared/kinds/kind-icons.js';
import type { Kind } from '../../shared/kinds/kind-of.js';
import { introTexts } from '../../shared/messages/intro-texts.js';
import { prefersReducedMotion } from '../../shared/dom/media-queries.js';
import css from './carousel.module.css';

const { carousel: text, messages } = introTexts;
const icons = [IconPhotoUp, IconUserCheck, IconFolders, IconHome2];
const pictured: readonly (readonly Kind[])[] = [
  ['image', 'video', 'audio'],
  ['folder'],
  ['folder', 'pdf', 'website'],
  ['website', 'image', 'folder'],
];

/** All stand in one place, so that nothing moves. */
export const Carousel = () => {
  const { at, choose, playing, toggle, hold } = useCarousel(messages.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    choose(at + step);
  };
  return (
    <section
      className={css.carousel}
      aria-roledescription="carousel"
      aria-label={text.label}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      onKeyDown={onKeyDown}
    >
      <div className={css.slides} aria-live={playing ? 'off' : 'polite'}>
        {messages.map((message, index) => (
          <Slide key={message.title} {...message} index={index} shown={index === at} />
        ))}
      </div>
      <div className={css.controls}>
        <button type="button" aria-label={playing ? text.pause : text.play} onClick={toggle}>
          {playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        </button>
        <div className={css.dots}>
          {messages.map(({ title }, index) => (
            <button
              key={title}
              type="button"
              aria-label={text.show(title)}
              aria-current={index === at}
              onClick={() => choose(index)}
            />
          ))}
        </div>
        <button type="button" aria-label={text.previous} onClick={() => choose(at - 1)}>
          <IconChevronLeft size={20} />
        </button>
        <button type="button" aria-label={text.next} onClick={() => choose(at + 1)}>
          <IconChevronRight size={20} />
        </button>
      </div>
    </section>
  );
};

interface SlideProps {
  title: string;
  text: string;
  index: number;
  shown: boolean;
}

const Slide = ({ title, text: words, index, shown }: SlideProps) => {
  const Icon = icons[index] ?? IconHome2;
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={text.slide(index + 1, messages.length)}
      className={css.slide}
      data-shown={shown}
      inert={!shown}
    >
      <div>
        <Icon size={30} stroke={1.6} aria-hidden />
        <h2>{title}</h2>
        <p>{words}</p>
      </div>
      <div className={css.tiles} aria-hidden>
        {pictured[index]?.map((kind) => (
          <span key={kind}>
            <img src={kindIcons[kind]} alt="" width={72} height={72} />
          </span>
        ))}
      </div>
    </div>
  );
};

const SLIDE_MS = 7000;

/** The visitor starts it where reduced motion is preferred. */
const useCarousel = (count: number) => {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(() => !prefersReducedMotion());
  const [held, setHeld] = useState(false);
  const moves = playing && !held;
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => setAt((at + 1) % count), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [moves, at, count]);
  return {
    at,
    /** A visitor who chooses a slide wants to read that one. */
    choose: (next: number) => {
      setPlaying(false);
      setAt((next + count) % count);
    },
    playing,
    toggle: () => setPlaying(!playing),
    hold: setHeld,
  };
};
