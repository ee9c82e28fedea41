import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { text } from '../../../../shared/messages/en.js';
import { MOST_MATCHES } from './find-matches.js';
import type { Find } from './use-find.js';
import css from './text-frame.module.css';

export const FindBar = ({ find }: { find: Find }) => {
  const { words, matches, at } = find;
  const buttons = [
    { label: text.windows.previousMatch, Icon: IconChevronUp, run: () => find.step(-1), off: at < 0 },
    { label: text.windows.nextMatch, Icon: IconChevronDown, run: () => find.step(1), off: at < 0 },
    { label: text.windows.closeFind, Icon: IconX, run: find.close, off: false },
  ];
  return (
    <search className={css.find}>
      <input
        ref={(input) => input?.focus()}
        type="search"
        aria-label={text.windows.findInFile}
        placeholder={text.windows.find}
        value={words}
        onChange={({ target }) => find.look(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') find.close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span role="status">
        {words !== '' && text.windows.match(at + 1, matches.length, matches.length >= MOST_MATCHES)}
      </span>
      {buttons.map(({ label, Icon, run, off }) => (
        <button key={label} type="button" aria-label={label} title={label} disabled={off} onClick={run}>
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </search>
  );
};
