import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent } from 'react';
import { text } from '../../shared/messages/en.js';
import { useSession } from '../../shared/session/current-session.js';
import css from './header.module.css';
import type { Choices } from './suggestions.js';

const loadSuggestions = () => import('./suggestions.js');
const Suggestions = lazy(loadSuggestions);

const NO_CHOICES: Choices = { count: 0, choose: () => undefined };

const searched = (): string =>
  (location.pathname.startsWith('/result') && new URLSearchParams(location.search).get('q')) || '';

const useOffers = (signedIn: boolean) => {
  const [typed, setTyped] = useState(searched);
  const [at, setAt] = useState(-1);
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  const choices = useRef(NO_CHOICES);
  const offers = signedIn && open && typed.trim() !== '';
  const close = (): void => {
    setOpen(false);
    setAt(-1);
  };
  const type = (next: string, opens: boolean): void => {
    setTyped(next);
    setOpen(opens);
    setAt(-1);
  };
  const found = (next: Choices): void => {
    choices.current = next;
    setCount(next.count);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { count: all, choose } = choices.current;
    if (!offers || event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // The field itself is a stop between the last and the first.
    if (step !== 0 && all > 0) setAt(((at + 1 + step + all + 1) % (all + 1)) - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && at >= 0) choose(at);
    else return;
    event.preventDefault();
  };
  return { typed, at, offers, expanded: offers && count > 0, close, type, found, onKeyDown };
};

export const SearchBox = () => {
  const signedIn = useSession() !== null;
  const { typed, at, offers, expanded, close, type, found, onKeyDown } = useOffers(signedIn);
  const id = useId();
  return (
    <form className={css.search} action="/result/" role="search">
      <IconSearch size={18} aria-hidden />
      <input
        type="search"
        name="q"
        placeholder={text.header.search}
        aria-label={text.header.search}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        {...(signedIn && {
          role: 'combobox',
          'aria-expanded': expanded,
          'aria-controls': expanded ? id : undefined,
          'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
          'aria-autocomplete': 'list' as const,
        })}
        onFocus={() => signedIn && void loadSuggestions()}
        onBlur={close}
        onChange={(event) => type(event.currentTarget.value, true)}
        onKeyDown={onKeyDown}
      />
      <Suspense>
        {offers && (
          <Suggestions id={id} typed={typed} at={at} onFound={found} onChosen={() => type('', false)} />
        )}
      </Suspense>
    </form>
  );
};
