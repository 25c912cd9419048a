type Attributes = Record<string, string | boolean>

/** A node of the page. Texts stay texts: nothing here reads HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children)
  return made
}

export function button(text: string, kind: 'tl-plain' | 'tl-second', act: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', class: kind }, text)
  made.addEventListener('click', act)
  return made
}

/** Shows a text where there is one. */
export function say(node: HTMLElement | null, text: string | undefined) {
  if (!node) return
  node.textContent = text ?? ''
  node.hidden = text === undefined
}
