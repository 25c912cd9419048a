/** Text keeps its own keys, undo among them. */
export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** A menu or a dialog, which has the keyboard to itself. */
export const layerIsOpen = () =>
  document.querySelector('[data-open]:is([role="menu"], [role="dialog"], [role="alertdialog"])') !== null
