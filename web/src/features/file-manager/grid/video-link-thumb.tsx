import type { ElementView } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { linkFrames } from '../../../shared/kinds/link-pictures.js';
import { Picture } from './picture.js';
import { useHoverCycle } from './use-hover-cycle.js';
import css from './thumb.module.css';

interface VideoLinkThumbProps {
  element: ElementView;
  src: string;
  icon: string;
}

export const VideoLinkThumb = ({ element, src, icon }: VideoLinkThumbProps) => {
  const [hovered, setHovered] = useState(false);
  const frame = useHoverCycle(hovered ? linkFrames(element) : null);
  return (
    <span
      className={css.video}
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      <Picture key={src} sources={{ src }} icon={icon} />
      {frame && <img className={css.frame} src={frame} alt="" draggable={false} />}
    </span>
  );
};
