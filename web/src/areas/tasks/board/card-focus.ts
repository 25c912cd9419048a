const cardsIn = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-main]')]

/** Up and down within a column, left and right to the card beside it. True where there was one to go to. */
export function moveBetweenCards(board: HTMLElement | null, key: string): boolean {
  const columns = [...(board?.querySelectorAll('[data-column]') ?? [])].map(cardsIn)
  const at = columns.findIndex((cards) => cards.some((card) => card === document.activeElement))
  const next = at < 0 ? columns.find((cards) => cards.length > 0)?.[0] : beside(columns, at, key)
  next?.focus()
  return next !== undefined
}

function beside(columns: readonly HTMLElement[][], at: number, key: string): HTMLElement | undefined {
  const cards = columns[at] ?? []
  const row = cards.findIndex((card) => card === document.activeElement)
  if (key === 'ArrowDown') return cards[row + 1]
  if (key === 'ArrowUp') return cards[row - 1]
  const ahead =
    key === 'ArrowRight' ? columns.slice(at + 1) : key === 'ArrowLeft' ? columns.slice(0, at).toReversed() : []
  const column = ahead.find((others) => others.length > 0)
  return column?.[Math.min(row, column.length - 1)]
}
