import { Button } from '@mantine/core';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { queryTyped, selectView } from '../state/view-slice.js';
import css from './states.module.css';

/** The filter left nothing over. */
export const NothingFound = () => {
  const dispatch = useAppDispatch();
  const { query, tag } = useAppSelector(selectView);
  return (
    <section className={css.state} role="status">
      <h2>{tag === null ? text.files.nothingFoundTitle(query.trim()) : text.files.nothingTagged(tag)}</h2>
      {tag === null && <p>{text.files.nothingFoundText}</p>}
      <Button variant="quiet" onClick={() => dispatch(queryTyped(''))}>
        {text.files.showAll}
      </Button>
    </section>
  );
};
