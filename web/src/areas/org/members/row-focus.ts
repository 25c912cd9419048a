const CONTROLS = 'input, button'

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]

const focusRow = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>(CONTROLS)?.focus()

/** To the first control of the row above or below the one in focus; without one, to the first row. */
export function moveBetweenRows(list: HTMLElement | null, step: 1 | -1) {
  const rows = rowsIn(list)
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  focusRow(at < 0 ? rows[0] : rows[at + step])
}

export function toggleFocusedRow(list: HTMLElement | null) {
  const row = rowsIn(list).find((each) => each.contains(document.activeElement))
  row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
}

/** Where the focus goes when this row is about to leave the list. */
export function focusNextTo(id: string, list: HTMLElement | null) {
  const rows = rowsIn(list)
  const at = rows.findIndex((row) => row.dataset['row'] === id)
  const next = rows[at + 1] ?? rows[at - 1]
  return () => (next?.isConnected ? focusRow(next) : list?.focus())
}
