import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type BrowserHints, detectBrowser } from '../../shared/dom/detect-computer.js';
import { faqTexts as text } from '../../shared/messages/faq-texts.js';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { Words } from '../../shared/pages/words.js';
import css from './faq.module.css';

const all = text.questions.map((_, index) => index);

/** The browser's own search finds closed answers and opens them. */
const Faq = () => {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const refused = useInstallation()?.refusedExtensions;
  const set = (index: number, isOpen: boolean): void =>
    setOpen((before) => new Set(isOpen ? [...before, index] : [...before].filter((one) => one !== index)));
  return (
    <PageFrame title={text.title} lead={text.lead} narrow>
      <div className={css.all}>
        <Button variant="quiet" onClick={() => setOpen(new Set(all))}>
          {text.expandAll}
        </Button>
        <Button variant="quiet" onClick={() => setOpen(new Set())}>
          {text.collapseAll}
        </Button>
      </div>
      <div className={css.list}>
        {text.questions.map(({ question, answer, homepage, refusedTypes }, index) => (
          <Question
            key={question}
            question={question}
            open={open.has(index)}
            onChange={(isOpen) => set(index, isOpen)}
          >
            {answer.map((words) => (
              <p key={words}>
                <Words text={words} />
              </p>
            ))}
            {refusedTypes && refused && <p>{text.refused(refused)}</p>}
            {homepage && <HomepageSteps />}
          </Question>
        ))}
      </div>
    </PageFrame>
  );
};

interface QuestionProps {
  question: string;
  open: boolean;
  onChange: (open: boolean) => void;
  children: ReactNode;
}

const Question = ({ question, open, onChange, children }: QuestionProps) => {
  const id = useId();
  const answer = useRef<HTMLDivElement>(null);
  // React sets `hidden` to true or false only.
  useLayoutEffect(() => {
    if (open) answer.current?.removeAttribute('hidden');
    else answer.current?.setAttribute('hidden', 'until-found');
  }, [open]);
  useEffect(() => {
    const region = answer.current;
    const onFound = (): void => onChange(true);
    region?.addEventListener('beforematch', onFound);
    return () => region?.removeEventListener('beforematch', onFound);
  }, [onChange]);
  return (
    <section className={css.item}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => onChange(!open)}>
          {question}
          <IconChevronDown size={20} aria-hidden />
        </button>
      </h2>
      <div ref={answer} id={id} className={css.answer}>
        {children}
      </div>
    </section>
  );
};

const HomepageSteps = () => (
  <ol>
    {text.homepage[detectBrowser(navigator as BrowserHints)].map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);

export default Faq;
