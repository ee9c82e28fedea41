import { useEffect, useState } from 'react';
import type { Size } from './window-size.js';

/** Without the scroll bar. */
export const viewportSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: window.innerHeight,
});

export const useViewport = (): Size => {
  const [viewport, setViewport] = useState(viewportSize);
  useEffect(() => {
    const onResize = (): void => setViewport(viewportSize());
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return viewport;
};
