interface Placed {
  availableHeight: number;
  elements: { floating: HTMLElement };
}

/** Lets a menu be as tall as the window leaves room for; page.css makes what is more scroll. */
const size = {
  padding: 8,
  apply: ({ availableHeight, elements: { floating } }: Placed): void =>
    floating.style.setProperty('--menu-room', `${Math.floor(availableHeight)}px`),
};

/** A menu below or above what opens it. */
export const menuRoom = { flip: true, shift: true, size };

/** One at the pointer: it may also move up or down next to it, so that all of it is seen in most windows. */
export const menuRoomAtPointer = { flip: true, shift: { crossAxis: true, padding: 8 }, size };
