import { Menu } from '@mantine/core';
import { IconCheck, IconTag } from '@tabler/icons-react';
import type { ElementView } from '@skyshelf/contracts/browser';
import { createContext, memo, useContext, useMemo } from 'react';
import { text } from '../../../shared/messages/en.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { tagsIn } from '../listing/sorted-listing.js';
import { dialogOpened } from '../state/overlay-slice.js';
import { selectView, tagChosen } from '../state/view-slice.js';
import css from './view-controls.module.css';

/** By a context, so that a closed menu is not drawn again for each folder. */
export const TaggedElements = createContext<readonly ElementView[]>([]);

const Tags = () => {
  const all = useContext(TaggedElements);
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => selectView(state).tag);
  const tags = useMemo(() => tagsIn(all), [all]);
  return (
    <>
      <Menu.Item
        className={css.sortItem}
        // Not disabled: the arrows would end at it.
        aria-disabled={chosen === null}
        onClick={() => chosen !== null && dispatch(tagChosen(null))}
      >
        {text.files.clearTag}
      </Menu.Item>
      <Menu.Divider />
      {tags.map((tag) => (
        <Menu.Item
          key={tag}
          className={css.sortItem}
          data-chosen={tag === chosen}
          rightSection={tag === chosen && <IconCheck size={16} aria-hidden />}
          onClick={() => dispatch(tagChosen(tag))}
        >
          <span className={css.tagName}>{tag}</span>
        </Menu.Item>
      ))}
      {tags.length > 0 && <Menu.Divider />}
      <Menu.Item
        className={css.sortItem}
        onClick={() => dispatch(dialogOpened({ kind: 'retag', tag: chosen }))}
      >
        {text.files.editTags}
      </Menu.Item>
    </>
  );
};

/** Excludes 'Search in folder'. */
export const TagFilter = memo(function TagFilter() {
  const chosen = useAppSelector((state) => selectView(state).tag);
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      radius={12}
      shadow="md"
      width={200}
      closeOnItemClick
    >
      <Menu.Target>
        <button
          type="button"
          className={css.control}
          data-chosen={chosen !== null || undefined}
          aria-label={chosen === null ? text.files.tagFilter : text.files.taggedWith(chosen)}
        >
          <IconTag size={16} aria-hidden />
          <span className={css.tagName}>{chosen ?? text.files.tags}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown data-keeps-selection className={css.tagMenu}>
        <Tags />
      </Menu.Dropdown>
    </Menu>
  );
});
