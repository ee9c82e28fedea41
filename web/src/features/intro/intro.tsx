import { IconArrowRight, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useLocationProperty } from 'wouter/use-browser-location';
import { introTexts as text } from '../../shared/messages/intro-texts.js';
import film from './demo/demo.mp4';
import poster from './demo/poster.webp';
import { Notice } from '../../shared/pages/notice.js';
import { text as all } from '../../shared/messages/en.js';
import { Carousel } from './carousel.js';
import { FeatureTabs } from './feature-tabs.js';
import { ProductPicture } from './product-picture.js';
import { LinkSection, UploadSection } from './sections.js';
import css from './intro.module.css';

const { demo } = text;

/** Fetched when it is played. */
export const DemoVideo = () => {
  const [playing, setPlaying] = useState(false);
  return (
    <section className={css.demo} aria-label={demo.title}>
      <h2>{demo.title}</h2>
      <div className={css.screen}>
        {playing ? (
          <video src={film} poster={poster} controls autoPlay muted playsInline aria-label={demo.alt} />
        ) : (
          <button type="button" onClick={() => setPlaying(true)} aria-label={demo.play}>
            <img src={poster} alt="" loading="lazy" width={1280} height={720} />
            <span aria-hidden>
              <IconPlayerPlayFilled size={34} />
            </span>
          </button>
        )}
      </div>
      <details className={css.filmWords}>
        <summary>{demo.inWords}</summary>
        <ol>
          {demo.scenes.map((scene) => (
            <li key={scene}>{scene}</li>
          ))}
        </ol>
      </details>
    </section>
  );
};

const Intro = () => {
  const hash = useLocationProperty(() => location.hash);
  if (hash === '#relogin') {
    return (
      <Notice title={all.relogin.title} text={all.relogin.text} action={all.header.logIn} href="/relogin" />
    );
  }
  return (
    <main id="content" className={css.intro}>
      <section className={css.hero}>
        <div className={css.words}>
          <h1>{text.title}</h1>
          <p>{text.lead}</p>
          <Button
            component="a"
            href="/login"
            size="lg"
            radius="xl"
            rightSection={<IconArrowRight size={20} aria-hidden />}
          >
            {text.logIn}
          </Button>
          <small>{text.free}</small>
        </div>
        <ProductPicture />
      </section>
      <Carousel />
      <DemoVideo />
      <UploadSection />
      <LinkSection />
      <FeatureTabs />
    </main>
  );
};

export default Intro;
