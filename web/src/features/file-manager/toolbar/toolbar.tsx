import { Fragment } from 'react';
import { text } from '../../../shared/messages/en.js';
import { toolbarGroups } from '../actions/registry.js';
import { useScrolledPast } from '../../../shared/dom/use-scrolled-past.js';
import { useActionContext } from '../actions/action.js';
import { ActionButton } from './action-button.js';
import css from './toolbar.module.css';

const STICKY_AFTER_PX = 560;

const Groups = () =>
  toolbarGroups.map((group, index) => (
    <Fragment key={group[0]?.name}>
      {index > 0 && <span className={css.divider} role="separator" aria-orientation="vertical" />}
      {group.map((action) => (
        <ActionButton key={action.name} action={action} />
      ))}
    </Fragment>
  ));

export const Toolbar = () => {
  const { signedIn } = useActionContext();
  const scrolled = useScrolledPast(STICKY_AFTER_PX) && signedIn;
  // Made before it is seen, to slide in; most folders never need it.
  const near = useScrolledPast(STICKY_AFTER_PX / 2);
  return (
    <>
      <div className={css.toolbar} role="toolbar" aria-label={text.files.actions} data-keeps-selection>
        <Groups />
      </div>
      <div className={css.sticky} data-shown={scrolled} inert={!scrolled} data-keeps-selection>
        {near && (
          <div className={css.toolbar} role="toolbar" aria-label={text.files.actions}>
            <Groups />
          </div>
        )}
      </div>
    </>
  );
};
