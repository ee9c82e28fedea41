import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconMinus, IconX } from '@tabler/icons-react';
import { text } from '../../shared/messages/en.js';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { viewerOf } from './viewers/registry.js';
import { windowClosed, windowMaximizeToggled, windowMinimized, type OpenWindow } from './windows-slice.js';
import css from './windows.module.css';

export const TitleBar = ({ window: { id, element, maximized } }: { window: OpenWindow }) => {
  const dispatch = useAppDispatch();
  const toggle = (): void => void dispatch(windowMaximizeToggled(id));
  const buttons = [
    { label: text.windows.minimize, Icon: IconMinus, run: () => dispatch(windowMinimized(id)) },
    maximized
      ? { label: text.windows.restore, Icon: IconArrowsDiagonalMinimize2, run: toggle }
      : { label: text.windows.maximize, Icon: IconArrowsDiagonal, run: toggle },
    { label: text.windows.close, Icon: IconX, run: () => dispatch(windowClosed(id)) },
  ];
  return (
    <div className={`${css.titleBar} window-handle`} onDoubleClick={toggle}>
      <img src={viewerOf(element).titleIcon(element)} alt="" width={20} height={20} draggable={false} />
      <strong dir="auto" title={element.linkname}>
        {element.linkname}
      </strong>
      {buttons.map(({ label, Icon, run }) => (
        <button
          key={label}
          type="button"
          className="window-button"
          aria-label={label}
          onClick={run}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Icon size={16} stroke={2} aria-hidden />
        </button>
      ))}
    </div>
  );
};
