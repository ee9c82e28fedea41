import { Button } from '@mantine/core';
import { ShelfPicture } from '../../../shared/pages/shelf-picture.js';
import { text } from '../../../shared/messages/en.js';
import { useCompact } from '../../../shared/dom/use-compact.js';
import { addingActions } from '../actions/registry.js';
import { useActionContext } from '../actions/use-action-context.js';
import css from './states.module.css';

/** An empty folder invites to fill it. */
export const EmptyFolder = () => {
  const context = useActionContext();
  const compact = useCompact();
  return (
    <section className={css.state}>
      <ShelfPicture />
      <h2>{context.targetFolder?.url === '/' ? text.files.emptyRootTitle : text.files.emptyTitle}</h2>
      <p>{compact ? text.files.emptyTextTouch : text.files.emptyText}</p>
      <div className={css.choices}>
        {addingActions.map((action, index) => {
          const Icon = action.icon;
          return (
            <Button
              key={action.name}
              variant={index === 0 ? 'filled' : 'quiet'}
              leftSection={<Icon size={18} aria-hidden />}
              disabled={action.isEnabled(context) !== true}
              onClick={() => action.run(context)}
            >
              {action.label}
            </Button>
          );
        })}
      </div>
    </section>
  );
};
