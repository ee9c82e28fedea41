type Child = Node | string | null;

export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function setAttributes(element: Element, attributes: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
}
