import type { OpenedShare } from '@skyshelf/contracts/browser';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { formatDay } from '../../shared/format/dates-and-sizes.js';
import { visitorTexts as text } from '../../shared/messages/visitor-texts.js';
import { Sky } from '../sky/sky.js';
import { openShare, Refusal } from './share-calls.js';
import { ShownFolder } from './shown-folder.js';
import css from './visitor.module.css';

const Receiving = lazy(() => import('./receive/receiving.js'));

type State =
  | { at: 'opening' | 'gone' }
  | { at: 'password'; wrong: string | null; isAsking: boolean }
  | { at: 'failed'; message: string }
  | { at: 'open'; share: OpenedShare };

const stateOf = (failure: unknown, tried: boolean): State => {
  if (!(failure instanceof Refusal)) throw failure;
  const { code, message } = failure;
  if (code === 'share.not-found') return { at: 'gone' };
  if (code === 'share.password-required') return { at: 'password', wrong: null, isAsking: false };
  if (tried && code !== null) return { at: 'password', wrong: message, isAsking: false };
  return { at: 'failed', message };
};

/** Never rejects: a refusal is a state, too. */
export const opening = (token: string, password?: string): Promise<State> =>
  openShare(token, password).then(
    (share) => ({ at: 'open', share }),
    (failure: unknown) => stateOf(failure, password !== undefined),
  );

/** @param first was asked for before anything was drawn */
export const VisitorPage = ({ token, first }: { token: string; first: Promise<State> }) => {
  const [state, setState] = useState<State>({ at: 'opening' });
  const open = (password?: string): void => {
    setState(password === undefined ? { at: 'opening' } : { at: 'password', wrong: null, isAsking: true });
    void opening(token, password).then(setState);
  };
  useEffect(() => void first.then(setState), [first]);
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
        {state.at === 'open' && (
          <Open share={state.share} lost={(failure) => setState(stateOf(failure, false))} />
        )}
        {state.at === 'opening' && <Notice title={text.opening} />}
        {state.at === 'gone' && <Notice {...text.gone} />}
        {state.at === 'failed' && (
          <Notice title={text.failed.title} text={state.message}>
            <button type="button" className={css.button} onClick={() => open()}>
              {text.failed.again}
            </button>
          </Notice>
        )}
        {state.at === 'password' && <Password {...state} send={open} />}
      </main>
      <footer className={css.foot}>
        <a href={`/contact?page=${encodeURIComponent(`/s/${token}`)}`}>{text.report}</a>
      </footer>
    </>
  );
};

const Open = ({ share, lost }: { share: OpenedShare; lost: (failure: unknown) => void }) =>
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
      <ShownFolder share={share} lost={lost} />
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

interface PasswordProps {
  wrong: string | null;
  isAsking: boolean;
  send: (password: string) => void;
}

const Password = ({ wrong, isAsking, send }: PasswordProps) => {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') send(password);
  };
  return (
    <form className={css.notice} onSubmit={submit}>
      <h1>{text.password.title}</h1>
      <p>{text.password.lead}</p>
      <label>
        {text.password.field}
        <input
          type="password"
          autoComplete="off"
          autoFocus
          value={password}
          aria-invalid={wrong !== null}
          aria-describedby="wrong"
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </label>
      <p id="wrong" role="alert" className={css.wrong}>
        {wrong}
      </p>
      <button type="submit" className={css.button} disabled={isAsking}>
        {text.password.open}
      </button>
    </form>
  );
};
