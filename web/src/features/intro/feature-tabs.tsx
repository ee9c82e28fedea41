import { IconDeviceDesktop, IconDeviceMobile, IconMoonStars, IconRocket, IconSun } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { introTexts } from '../../shared/messages/intro-texts.js';
import css from './feature-tabs.module.css';

const text = introTexts.features;
const pictures = [[IconRocket], [IconSun, IconMoonStars], [IconDeviceDesktop, IconDeviceMobile]];
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -99, End: 99 };

const Downloads = () => (
  <span className={css.more}>
    <Link href="/startup">{text.startup}</Link>
    <Link href="/extension">{text.extension}</Link>
  </span>
);

/** The tabs pattern of the ARIA Authoring Practices. */
export const FeatureTabs = () => {
  const [at, setAt] = useState(0);
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const last = text.tabs.length - 1;
    const next =
      Math.abs(step) > 1 ? Math.min(last, Math.max(0, at + step)) : (at + step + last + 1) % (last + 1);
    setAt(next);
    tabs.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <section className={css.features} aria-label={text.label}>
      <div ref={tabs} className={css.tabs} role="tablist" aria-label={text.label} onKeyDown={onKeyDown}>
        {text.tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setAt(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div className={css.panels}>
        {text.tabs.map(({ name, text: words }, index) => (
          <div
            key={name}
            role="tabpanel"
            id={`${id}-panel-${index}`}
            aria-labelledby={`${id}-tab-${index}`}
            data-shown={index === at}
            inert={index !== at}
          >
            <span className={css.picture} aria-hidden>
              {pictures[index]?.map((Icon, place) => (
                <Icon key={place} size={44} stroke={1.3} />
              ))}
            </span>
            <div>
              <p>{words}</p>
              {index === 0 && <Downloads />}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
};
