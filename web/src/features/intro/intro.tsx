import { Button } from '@mantine/core';
import { IconArrowRight, IconFolders, IconHome2, IconPhotoUp, IconUserCheck } from '@tabler/icons-react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Notice } from '../../shared/pages/notice.js';
import { text } from '../../shared/messages/en.js';
import { ProductPicture } from './product-picture.js';
import css from './intro.module.css';

const icons = [IconPhotoUp, IconUserCheck, IconFolders, IconHome2];

/** What a visitor sees at `/`; with the hash `relogin`, the word that a session has ended. */
const Intro = () => {
  const hash = useLocationProperty(() => location.hash);
  if (hash === '#relogin') {
    return (
      <Notice
        title={text.relogin.title}
        text={text.relogin.text}
        action={text.header.logIn}
        href="/relogin"
      />
    );
  }
  return (
    <main id="content" className={css.intro}>
      <section className={css.hero}>
        <div className={css.words}>
          <h1>{text.intro.title}</h1>
          <p>{text.intro.lead}</p>
          <Button
            component="a"
            href="/login"
            size="lg"
            radius="xl"
            rightSection={<IconArrowRight size={20} aria-hidden />}
          >
            {text.intro.logIn}
          </Button>
          <small>{text.intro.free}</small>
        </div>
        <ProductPicture />
      </section>
      <section className={css.points}>
        {text.intro.points.map(({ title, text: words }, index) => {
          const Icon = icons[index] ?? IconHome2;
          return (
            <article key={title}>
              <Icon size={26} stroke={1.6} aria-hidden />
              <h2>{title}</h2>
              <p>{words}</p>
            </article>
          );
        })}
      </section>
    </main>
  );
};

export default Intro;
