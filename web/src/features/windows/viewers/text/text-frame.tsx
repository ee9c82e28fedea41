import { IconChevronDown, IconChevronUp, IconDownload, IconSearch, IconX } from '@tabler/icons-react';
import { type ElementView } from '@skyshelf/contracts/browser';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFileAddresses } from '../../../../shared/files/file-addresses.js';
import { formatSize } from '../../../../shared/format/dates-and-sizes.js';
import { windowsTexts } from '../../../../shared/messages/windows-texts.js';
import { type Find, MOST_MATCHES } from './use-find.js';
import { EncodingMenu } from './encoding-menu.js';
import type { FirstPart } from './use-first-part.js';
import type { EncodingChoice } from './use-reading.js';
import css from './text-frame.module.css';

export interface BarSwitch {
  label: string;
  isOn: boolean;
  toggle: () => void;
}

interface TextFrameProps {
  element: ElementView;
  part: FirstPart;
  about: string;
  switches: readonly BarSwitch[];
  reading: EncodingChoice;
  /** Null: the browser's own find sees all of the text. */
  find: Find | null;
  /** Said instead of what the viewer usually shows. */
  notice?: string | null;
  children: ReactNode;
}

export const TextFrame = ({
  element,
  part,
  about,
  switches,
  reading,
  find,
  notice,
  children,
}: TextFrameProps) => {
  const files = useFileAddresses();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!find || !(event.ctrlKey || event.metaKey) || event.key !== 'f') return;
    event.preventDefault();
    find.open();
  };
  return (
    <div className={css.frame} onKeyDown={onKeyDown}>
      <div className={css.bar} role="toolbar" aria-label={windowsTexts.view}>
        <span className={css.about}>{about}</span>
        <EncodingMenu encoding={reading.encoding} choose={reading.choose} />
        {switches.map(({ label, isOn, toggle }) => (
          <button key={label} type="button" aria-pressed={isOn} onClick={toggle}>
            {label}
          </button>
        ))}
        {find && (
          <button
            type="button"
            aria-label={windowsTexts.findInFile}
            title={windowsTexts.find}
            onClick={find.open}
          >
            <IconSearch size={18} aria-hidden />
          </button>
        )}
        {element.linkurl && (
          <a
            href={files.download([element.linkurl])}
            aria-label={windowsTexts.download}
            title={windowsTexts.download}
          >
            <IconDownload size={18} aria-hidden />
          </a>
        )}
      </div>
      {find?.isOpen && <FindBar find={find} />}
      {notice && (
        <p className={css.notice} role="status">
          {notice}
        </p>
      )}
      {children}
      <Rest element={element} part={part} />
    </div>
  );
};

const Rest = ({
  element: { size, linkurl },
  part: { bytes, isFetching, showMore },
}: Pick<TextFrameProps, 'element' | 'part'>) => {
  const files = useFileAddresses();
  const shown = bytes?.length ?? 0;
  if (shown === 0 || shown >= size) return null;
  return (
    <p className={css.rest}>
      <span role="status">{windowsTexts.partShown(formatSize(shown), formatSize(size))}</span>
      {showMore && (
        <button type="button" disabled={isFetching} onClick={showMore}>
          {windowsTexts.showMore}
        </button>
      )}
      {linkurl && <a href={files.download([linkurl])}>{windowsTexts.download}</a>}
    </p>
  );
};

const FindBar = ({ find }: { find: Find }) => {
  const { words, matches, at } = find;
  const buttons = [
    { label: windowsTexts.previousMatch, Icon: IconChevronUp, run: () => find.step(-1), off: at < 0 },
    { label: windowsTexts.nextMatch, Icon: IconChevronDown, run: () => find.step(1), off: at < 0 },
    { label: windowsTexts.closeFind, Icon: IconX, run: find.close, off: false },
  ];
  return (
    <search className={css.find}>
      <input
        ref={(input) => input?.focus()}
        type="search"
        aria-label={windowsTexts.findInFile}
        placeholder={windowsTexts.find}
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
        {words !== '' && windowsTexts.match(at + 1, matches.length, matches.length >= MOST_MATCHES)}
      </span>
      {buttons.map(({ label, Icon, run, off }) => (
        <button key={label} type="button" aria-label={label} title={label} disabled={off} onClick={run}>
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </search>
  );
};
