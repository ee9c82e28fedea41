import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconLayoutGrid,
  IconLayoutList,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import type { ElementView } from '@skyshelf/contracts/browser';
import { memo, type RefObject } from 'react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { compactMenu } from '../actions/registry.js';
import { useActionContext } from '../actions/action.js';
import { sortFields } from '../listing/sorted-listing.js';
import { layoutChosen, queryTyped, selectView, sortChosen } from '../state/view-slice.js';
import { ActionMenuItems } from './action-menus.js';
import { TaggedElements, TagFilter } from './tag-filter.js';
import css from './view-controls.module.css';

interface SearchInFolderProps {
  inputRef: RefObject<HTMLInputElement | null>;
}

const SearchInFolder = memo(function SearchInFolder({ inputRef }: SearchInFolderProps) {
  const dispatch = useAppDispatch();
  const query = useAppSelector((state) => selectView(state).query);
  const clear = (): void => {
    dispatch(queryTyped(''));
    inputRef.current?.focus();
  };
  return (
    <div className={css.search}>
      <IconSearch size={16} aria-hidden />
      <input
        ref={inputRef}
        type="search"
        value={query}
        placeholder={text.files.searchInFolder}
        aria-label={text.files.searchInFolder}
        onChange={(event) => dispatch(queryTyped(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          dispatch(queryTyped(''));
          event.currentTarget.blur();
        }}
      />
      {query !== '' && (
        <button type="button" aria-label={text.files.clearSearch} onClick={clear}>
          <IconX size={14} aria-hidden />
        </button>
      )}
    </div>
  );
});

const SortMenu = memo(function SortMenu() {
  const dispatch = useAppDispatch();
  const { field, descending } = useAppSelector((state) => selectView(state).sort);
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  const order = descending ? text.files.descending : text.files.ascending;
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      radius={12}
      shadow="md"
      width={180}
      closeOnItemClick
    >
      <Menu.Target>
        <button
          type="button"
          className={css.control}
          aria-label={`${text.files.sortBy} ${text.files.sort[field]}, ${order}`}
        >
          <Arrow size={16} aria-hidden />
          <span>{text.files.sort[field]}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown data-keeps-selection>
        <Menu.Label>{text.files.sortBy}</Menu.Label>
        {sortFields.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => dispatch(sortChosen(one))}
            data-chosen={one === field}
            className={css.sortItem}
            rightSection={one === field && <Arrow size={16} aria-hidden />}
          >
            {text.files.sort[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});

const LayoutToggle = memo(function LayoutToggle() {
  const dispatch = useAppDispatch();
  const layout = useAppSelector((state) => selectView(state).layout);
  const choices = [
    { name: 'block', label: text.files.layoutBlock, Icon: IconLayoutGrid },
    { name: 'list', label: text.files.layoutList, Icon: IconLayoutList },
  ] as const;
  return (
    <div className={css.toggle} role="group" aria-label={text.files.layout}>
      {choices.map(({ name, label, Icon }) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          aria-pressed={layout === name}
          onClick={() => dispatch(layoutChosen(name))}
        >
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </div>
  );
});

const CompactMenu = () => {
  const { selectMode, selected } = useActionContext();
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" radius={12} shadow="md" width={220}>
      <Menu.Target>
        <button type="button" className={css.control} aria-label={text.files.menu}>
          <IconDots size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown data-keeps-selection>
        <ActionMenuItems groups={compactMenu(selectMode || selected.length > 0)} />
      </Menu.Dropdown>
    </Menu>
  );
};

interface ViewControlsProps {
  searchRef: RefObject<HTMLInputElement | null>;
  all: readonly ElementView[];
}

export const ViewControls = memo(function ViewControls({ searchRef, all }: ViewControlsProps) {
  const compact = useCompact();
  return (
    <div className={css.controls} data-keeps-selection>
      <SearchInFolder inputRef={searchRef} />
      <TaggedElements value={all}>
        <TagFilter />
      </TaggedElements>
      <SortMenu />
      <LayoutToggle />
      {compact && <CompactMenu />}
    </div>
  );
});
