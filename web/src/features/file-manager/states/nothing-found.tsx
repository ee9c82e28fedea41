import { Button } from '@mantine/core';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { queryTyped, selectView } from '../state/view-slice.js';
import css from './states.module.css';

/** The filter left nothing over. */
export const NothingFound = () => {
  const dispatch = useAppDispatch();
  const query = useAppSelector((state) => selectView(state).query);
  return (
    <section className={css.state} role="status">
      <h2>{text.files.nothingFoundTitle(query.trim())}</h2>
      <p>{text.files.nothingFoundText}</p>
      <Button variant="quiet" onClick={() => dispatch(queryTyped(''))}>
        {text.files.showAll}
      </Button>
    </section>
  );
};
