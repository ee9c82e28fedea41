import { Button, Loader } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { kindIcons } from '../../../../shared/kinds/kind-icons.js';
import { text } from '../../../../shared/messages/en.js';
import { namesOf, TypeAhead } from '../../keyboard/type-ahead.js';
import { parentOf } from '../../folder/folder-path.js';
import css from './send-to.module.css';

const ROW_PX = 44;
const ROWS_A_PAGE = 6;

interface FolderListProps {
  path: string;
  name: string;
  /** The folder left by going up: the keyboard begins there. */
  from: string | null;
  folders: readonly ElementView[];
  /** They are moved or copied themselves. */
  unavailable: ReadonlySet<string>;
  state: 'loading' | 'listed' | 'failed';
  goTo: (path: string) => void;
  retry: () => void;
}

const useRow = ({ path, from, folders }: FolderListProps): [row: number, setRow: (next: number) => void] => {
  const [moved, setMoved] = useState<{ path: string | null; row: number }>({ path: null, row: 0 });
  const begin = Math.max(
    0,
    folders.findIndex(({ linkname }) => linkname === from),
  );
  const row = Math.min(moved.path === path ? moved.row : begin, Math.max(0, folders.length - 1));
  return [row, (next) => setMoved({ path, row: next })];
};

const useRows = (listRef: RefObject<HTMLDivElement | null>, count: number, active: number) => {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => listRef.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  useEffect(() => rows.scrollToIndex(active), [active, rows]);
  return rows;
};

export const FolderList = (props: FolderListProps) => {
  const { path, name, folders, unavailable, state, goTo, retry } = props;
  const listRef = useRef<HTMLDivElement>(null);
  const pressedAt = useRef(0);
  const typing = useRef(new TypeAhead(() => pressedAt.current));
  const [row, setRow] = useRow(props);
  const rows = useRows(listRef, folders.length, row);
  const open = (folder: ElementView | undefined): void => {
    if (folder && !unavailable.has(folder._id)) goTo(`${path}${folder.linkname}/`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    pressedAt.current = event.timeStamp;
    const step = keyStep(event.key, { row, count: folders.length, page: ROWS_A_PAGE });
    if (step !== null) setRow(step);
    else if (event.key === 'Enter' || event.key === 'ArrowRight') open(folders[row]);
    else if (event.key === 'ArrowLeft' || event.key === 'Backspace') goTo(parentOf(path));
    else if (event.key.length === 1) setRow(typing.current.next(event.key, namesOf(folders), row) ?? row);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={listRef}
      className={css.list}
      role="listbox"
      aria-label={text.sendTo.list(name)}
      aria-busy={state === 'loading'}
      aria-activedescendant={folders[row] && rowId(row)}
      tabIndex={0}
      data-autofocus
      onKeyDown={onKeyDown}
    >
      {folders.length === 0 && <NoRows state={state} retry={retry} />}
      <div role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const folder = folders[index];
          return (
            folder && (
              <FolderRow
                key={folder._id}
                folder={folder}
                index={index}
                total={folders.length}
                top={start}
                active={index === row}
                disabled={unavailable.has(folder._id)}
                open={() => open(folder)}
              />
            )
          );
        })}
      </div>
    </div>
  );
};

const rowId = (index: number): string => `folder-row-${index}`;

interface FolderRowProps {
  folder: ElementView;
  index: number;
  total: number;
  top: number;
  active: boolean;
  disabled: boolean;
  open: () => void;
}

const FolderRow = ({ folder, index, total, top, active, disabled, open }: FolderRowProps) => (
  // The list has the focus and answers the keys.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={rowId(index)}
    className={css.row}
    role="option"
    aria-selected={active}
    aria-disabled={disabled}
    aria-setsize={total}
    aria-posinset={index + 1}
    title={folder.linkname}
    style={{ top }}
    onClick={open}
  >
    <img src={kindIcons.folder} alt="" width={24} height={24} draggable={false} />
    <span>{folder.linkname}</span>
    {!disabled && <IconChevronRight size={16} aria-hidden />}
  </div>
);

const NoRows = ({ state, retry }: Pick<FolderListProps, 'state' | 'retry'>) => (
  <div className={css.empty}>
    {state === 'loading' && <Loader size="sm" role="status" aria-label={text.files.loading} />}
    {state === 'listed' && text.sendTo.noFolders}
    {state === 'failed' && (
      <>
        {text.files.errorTitle}
        <Button variant="quiet" onClick={retry}>
          {text.files.tryAgain}
        </Button>
      </>
    )}
  </div>
);

interface Rows {
  row: number;
  count: number;
  page: number;
}

const steps: Partial<Record<string, (rows: Rows) => number>> = {
  ArrowDown: ({ row }) => row + 1,
  ArrowUp: ({ row }) => row - 1,
  PageDown: ({ row, page }) => row + page,
  PageUp: ({ row, page }) => row - page,
  Home: () => 0,
  End: ({ count }) => count - 1,
};

const keyStep = (key: string, rows: Rows): number | null => {
  const to = steps[key]?.(rows);
  return to === undefined ? null : Math.max(0, Math.min(rows.count - 1, to));
};
