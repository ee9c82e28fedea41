interface SizedMenu {
  availableHeight: number;
  elements: { floating: HTMLElement };
}

/** page.css scrolls the rest. */
const size = {
  padding: 8,
  apply: ({ availableHeight, elements: { floating } }: SizedMenu): void =>
    floating.style.setProperty('--menu-room', `${Math.floor(availableHeight)}px`),
};

export const menuRoom = { flip: true, shift: true, size };

/** The menu may also move up or down next to the pointer. */
export const menuRoomAtPointer = { flip: true, shift: { crossAxis: true, padding: 8 }, size };
