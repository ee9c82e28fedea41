import { text } from '../../shared/messages/en.js';
import { report } from '../../shared/report.js';
import { useAppDispatch } from '../../shared/store/store.js';
import type { Toast } from '../../shared/toasts/toasts-slice.js';

const loadUndo = () => import('../../features/undo/undo.js');

export const UndoButton = ({
  toast: { undo, message },
  className,
}: {
  toast: Toast;
  className?: string | undefined;
}) => {
  const dispatch = useAppDispatch();
  if (undo === undefined) return null;
  return (
    <button
      type="button"
      className={className}
      aria-label={text.toast.undoOf(message)}
      onClick={() =>
        void loadUndo()
          .then((module) => dispatch(module.undo(undo)))
          .catch((failure: unknown) => report('Undoing failed', failure))
      }
    >
      {text.toast.undo}
    </button>
  );
};
