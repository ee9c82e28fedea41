export type ToastPosition = 'bottom' | 'top';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Where a box of this size covers the fewest controls; else below.
 * @param margins pixels to the edges of the viewport
 */
export const clearPosition = (
  { width, height }: { width: number; height: number },
  viewport: { height: number },
  controls: readonly Box[],
  margins: { side: number; top: number; bottom: number },
): ToastPosition => {
  const left = margins.side;
  const right = margins.side + width;
  const lower = { left, right, top: viewport.height - margins.bottom - height, bottom: viewport.height };
  const upper = { left, right, top: margins.top, bottom: margins.top + height };
  const covered = (box: Box): number => controls.filter((control) => overlap(box, control)).length;
  return covered(upper) < covered(lower) ? 'top' : 'bottom';
};

const CONTROLS = ['button', 'input', 'video', 'media-controller', 'iframe', '[role="slider"]']
  .flatMap((control) =>
    ['[data-window]', 'dialog:modal', 'nav[data-taskbar]'].map((area) => `${area} ${control}`),
  )
  .join(', ');

export const controlBoxes = (): Box[] =>
  [...document.querySelectorAll(CONTROLS)]
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
