import type { OpenedShare } from '@skyshelf/contracts/browser';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatDay } from '../../shared/format/dates-and-sizes.js';
import { visitorTexts as text } from '../../shared/messages/visitor-texts.js';
import { beginVisit } from '../../shared/session/visit.js';
import { Sky } from '../sky/sky.js';
import type { FirstView } from './first-view.js';
import { Refusal } from './share-calls.js';
import { ShownFolder } from './shown-folder.js';
import css from './visitor.module.css';

const PasswordForm = lazy(() => import('./password-form.js'));
const Receiving = lazy(() => import('./receive/receiving.js'));

type State =
  | { at: 'opening' | 'gone' }
  | { at: 'password'; wrong: string | null; isAsking: boolean }
  | { at: 'failed'; message: string }
  | { at: 'open'; share: OpenedShare; path: string };

const stateOf = (view: FirstView, tried: boolean): State => {
  if ('share' in view) {
    beginVisit(view.share.id);
    return { at: 'open', ...view };
  }
  const { code, message } = view;
  if (code === 'share.not-found') return { at: 'gone' };
  if (code === 'share.password-required') return { at: 'password', wrong: null, isAsking: false };
  if (tried && code !== null) return { at: 'password', wrong: message, isAsking: false };
  return { at: 'failed', message };
};

interface VisitorPageProps {
  /** It was asked for before anything was drawn. */
  first: FirstView | Promise<FirstView>;
}

export const VisitorPage = ({ first }: VisitorPageProps) => {
  const [state, setState] = useState<State>(
    first instanceof Promise ? { at: 'opening' } : () => stateOf(first, false),
  );
  const show = async (view: Promise<FirstView>, tried: boolean): Promise<void> =>
    setState(stateOf(await view, tried));
  const open = (password?: string): void => {
    setState(password === undefined ? { at: 'opening' } : { at: 'password', wrong: null, isAsking: true });
    void show(window.link.open(password), password !== undefined);
  };
  const lost = (failure: unknown): void => {
    if (!(failure instanceof Refusal)) throw failure;
    setState(stateOf(failure, false));
  };
  useEffect(() => {
    if (first instanceof Promise) void show(first, false);
  }, [first]);
  const title = state.at === 'open' ? state.share.title || text.untitled : text.product;
  useEffect(() => void (document.title = title), [title]);
  return (
    <>
      <Sky />
      <header className={css.bar}>
        <a className={css.logo} href="/" rel="noreferrer" title={text.home}>
          <img src="/favicon.svg" width={30} height={30} alt="" />
          {text.product}
        </a>
        {state.at === 'open' && state.share.expires && (
          <small>{text.until(formatDay(state.share.expires))}</small>
        )}
      </header>
      <main id="content" className={css.main}>
        {state.at === 'open' && <Open {...state} lost={lost} />}
        {state.at === 'opening' && <Notice title={text.opening} />}
        {state.at === 'gone' && <Notice {...text.gone} />}
        {state.at === 'failed' && (
          <Notice title={text.failed.title} text={state.message}>
            <button type="button" className={css.button} onClick={() => open()}>
              {text.failed.again}
            </button>
          </Notice>
        )}
        <Suspense>{state.at === 'password' && <PasswordForm {...state} send={open} />}</Suspense>
      </main>
      <footer className={css.foot}>
        <a href={`/contact?page=${encodeURIComponent(`/s/${window.link.token}`)}`}>{text.report}</a>
      </footer>
    </>
  );
};

interface OpenProps {
  share: OpenedShare;
  path: string;
  lost: (failure: unknown) => void;
}

const Open = ({ share, path, lost }: OpenProps) =>
  share.receives ? (
    <Suspense>
      <Receiving share={share} />
    </Suspense>
  ) : (
    <>
      <div className={css.heading}>
        <h1 dir="auto">{share.title || text.untitled}</h1>
        {share.note && <p dir="auto">{share.note}</p>}
        {share.download && <a href={`/share?save=${share.id}`}>{text.save}</a>}
      </div>
      <ShownFolder share={share} opened={path} lost={lost} />
    </>
  );

interface NoticeProps {
  title: string;
  text?: string;
  children?: React.ReactNode;
}

const Notice = ({ title, text: words, children }: NoticeProps) => (
  <section className={css.notice} role="status">
    <h1>{title}</h1>
    {words && <p>{words}</p>}
    {children}
  </section>
);
