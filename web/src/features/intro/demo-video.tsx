import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { introTexts } from '../../shared/messages/intro-texts.js';
import film from './demo/demo.mp4';
import poster from './demo/poster.webp';
import css from './demo-video.module.css';

const text = introTexts.demo;

/** Fetched when it is played. */
export const DemoVideo = () => {
  const [playing, setPlaying] = useState(false);
  return (
    <section className={css.demo} aria-label={text.title}>
      <h2>{text.title}</h2>
      <div className={css.screen}>
        {playing ? (
          <video src={film} poster={poster} controls autoPlay muted playsInline aria-label={text.alt} />
        ) : (
          <button type="button" onClick={() => setPlaying(true)} aria-label={text.play}>
            <img src={poster} alt="" loading="lazy" width={1280} height={720} />
            <span aria-hidden>
              <IconPlayerPlayFilled size={34} />
            </span>
          </button>
        )}
      </div>
      <details className={css.words}>
        <summary>{text.inWords}</summary>
        <ol>
          {text.scenes.map((scene) => (
            <li key={scene}>{scene}</li>
          ))}
        </ol>
      </details>
    </section>
  );
};
