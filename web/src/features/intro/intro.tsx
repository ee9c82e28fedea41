import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Notice } from '../../shared/pages/notice.js';
import { text as all } from '../../shared/messages/en.js';
import { introTexts as text } from '../../shared/messages/intro-texts.js';
import { Carousel } from './carousel.js';
import { DemoVideo } from './demo-video.js';
import { FeatureTabs } from './feature-tabs.js';
import { ProductPicture } from './product-picture.js';
import { LinkSection, UploadSection } from './sections.js';
import css from './intro.module.css';

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
