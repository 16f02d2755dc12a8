type Child = Node | string | null | undefined | false;
type Attribute = string | number | boolean | undefined;

interface Properties {
  readonly [attribute: string]: Attribute | Listeners;
  readonly on?: Listeners;
}
type Listeners = Readonly<Record<string, (event: Event) => void>>;

/**
 * Makes an element. Attributes by name (`class`, `aria-label`, …; false and undefined leave one out), listeners in
 * `on`; strings among the children become text, never markup.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties | null = null,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (typeof value === 'object') listen(element, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

/** Appends children, leaving out what is none. */
export function add(parent: ParentNode, children: readonly Child[]): void {
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) parent.append(child);
}

function listen(element: HTMLElement, listeners: Listeners): void {
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
}

const SVG = 'http://www.w3.org/2000/svg';

/** Our own pictures: strokes in a square of 16. */
const ICONS = {
  user: 'M8 8.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c.6-2.6 2.8-4 5.5-4s4.9 1.4 5.5 4',
  assistant: 'M8 1.5v2M3.5 3.5h9v8h-9zM6 6.5v1.5M10 6.5v1.5M5.5 14h5M1.5 6.5v3M14.5 6.5v3',
  tool: 'M9.5 6.5 14 2m-1.5 1.5 1.5 1.5M9.7 6.3a3.7 3.7 0 1 1-7.4 0M2 14l4-4',
  system: 'M2.5 2.5h11v8h-11zM8 10.5v3M5 13.5h6',
  terminal: 'M2 2.5h12v11H2zM4.5 5.5 7 8l-2.5 2.5M8.5 10.5h3',
  note: 'M3 2.5h7l3 3v8H3zM10 2.5v3h3M5.5 8.5h5M5.5 11h3',
  fork: 'M4.5 4.8v6.4M11.5 4.8v1.2c0 2.5-7 1.5-7 4M4.5 4.8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM11.5 4.8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4.5 14.2a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  source: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  tree: 'M3 2.5v10h4M3 6.5h4M8.5 5h5v3h-5zM8.5 11h5v3h-5z',
  pin: 'M6 2h4l-.5 4.5 2.5 2.5H4l2.5-2.5ZM8 9v5',
  context: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  help: 'M5.5 6A2.5 2.5 0 1 1 8 8.5V10M8 12v1',
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  open: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  thought:
    'M8 2.5c3.5 0 5.5 2 5.5 4.5S11.5 11.5 8 11.5c-.6 0-1.2-.1-1.8-.2L3.5 13.5l.3-3.2C2.8 9.5 2.5 8.3 2.5 7c0-2.5 2-4.5 5.5-4.5Z',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  chevron: 'M6 4l4 4-4 4',
  warning: 'M8 2 14.5 13.5h-13ZM8 6.5v3.5M8 11.5v.8',
  down: 'M8 2.5v10M4 9l4 4 4-4',
} as const;

export type IconName = keyof typeof ICONS;

/** A picture that says nothing to assistive technology: text or a label beside it does. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that is only a picture; `label` is its name and its tooltip. */
export function iconButton(name: IconName, label: string, click: () => void, extra = ''): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: `icon-button ${extra}`.trim(),
      'aria-label': label,
      title: label,
      on: { click },
    },
    icon(name),
  );
}
