const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

/** Its main link, else its first control. */
const targetOf = (row: HTMLElement | null | undefined) =>
  row?.querySelector<HTMLElement>('[data-main]') ?? row?.querySelector<HTMLElement>('input, button') ?? null

const focusRow = (row: HTMLElement | undefined) => targetOf(row)?.focus()

/** Whether the keys of a row are pressed there: on what takes its focus, or on its checkbox. */
export const isRowTarget = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('[data-row]') !== null &&
  (target.matches('input[type="checkbox"]') || target === targetOf(target.closest<HTMLElement>('[data-row]')))

/** What takes the focus in a row, where it is drawn. */
export const rowLink = (list: HTMLElement | null, id: string): HTMLElement | null =>
  targetOf(rowsIn(list).find((row) => row.dataset['row'] === id))

const focusedRow = (list: HTMLElement | null) => rowsIn(list).find((row) => row.contains(document.activeElement))

/** The id of the row in focus. */
export const focusedRowId = (list: HTMLElement | null) => focusedRow(list)?.dataset['row']

/** To the next or previous one from that in focus; without one, to the first. */
export function moveBetweenRows(list: HTMLElement | null, by: number) {
  const rows = rowsIn(list)
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  focusRow(at < 0 ? rows[0] : rows[at + by])
}

/** `range`: and all between it and the one before. */
export function toggleFocusedRow(list: HTMLElement | null, range = false) {
  focusedRow(list)
    ?.querySelector<HTMLElement>('input[type="checkbox"]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: range }))
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** How far an arrow leads: one sideways, a whole line of cards up and down. */
export function arrowStep(list: HTMLElement | null, key: string): number | undefined {
  if (!ARROWS.includes(key)) return undefined
  const rows = rowsIn(list)
  const top = rows[0]?.offsetTop
  const inLine = Math.max(1, rows.filter((row) => row.offsetTop === top).length)
  const far = key === 'ArrowUp' || key === 'ArrowDown' ? inLine : 1
  return key === 'ArrowLeft' || key === 'ArrowUp' ? -far : far
}

/** Where the focus goes when this one is about to leave the list. */
export function focusNextTo(id: string, list: HTMLElement | null) {
  const rows = rowsIn(list)
  const at = rows.findIndex((row) => row.dataset['row'] === id)
  const next = rows[at + 1] ?? rows[at - 1]
  return () => (next?.isConnected ? focusRow(next) : list?.focus())
}
