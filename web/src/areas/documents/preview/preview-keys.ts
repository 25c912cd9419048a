import type { KeyboardEvent } from 'react'

export type PreviewActs = {
  file: (by: 1 | -1) => void
  page: (by: 1 | -1) => void
  zoom: ((by: 1 | -1) => void) | undefined
  find: (() => void) | undefined
  comment: (() => void) | undefined
  details: (() => void) | undefined
  download: (() => void) | undefined
  close: () => void
}

const TYPED_INTO = 'input, textarea, select, [contenteditable="true"]'
/** They move between their own parts with the arrows. */
const WITH_OWN_ARROWS = '[role="tablist"], [role="grid"]'
const PRESSED_WITH_SPACE = 'button, a, [role="tab"], [role="grid"]'

const zoomKeys = (zoom: (by: 1 | -1) => void) => {
  const [nearer, further] = [() => zoom(1), () => zoom(-1)]
  return { '+': nearer, '=': nearer, '-': further, '−': further }
}

/** What each key does in the preview, wherever in it the focus is; nothing while somebody types. */
export function pressedKey(event: KeyboardEvent, acts: PreviewActs) {
  const { target, key } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof Element) || target.closest(TYPED_INTO)) return
  const arrows = target.closest(WITH_OWN_ARROWS) === null
  const bindings: Record<string, (() => void) | undefined> = {
    ...(arrows && {
      ArrowLeft: () => acts.file(-1),
      ArrowRight: () => acts.file(1),
      ArrowUp: () => acts.page(-1),
      ArrowDown: () => acts.page(1),
    }),
    ...(target.closest(PRESSED_WITH_SPACE) === null && { ' ': acts.close }),
    ...(acts.zoom && zoomKeys(acts.zoom)),
    '/': acts.find,
    c: acts.comment,
    i: acts.details,
    d: acts.download,
  }
  const act = bindings[key.length === 1 ? key.toLowerCase() : key]
  if (!act) return
  event.preventDefault()
  act()
}
