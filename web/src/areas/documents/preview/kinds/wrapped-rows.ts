export type TextRow = { line: number; from: number; to: number }

const BREAK = /\r\n|\r|\n/

export const linesOf = (text: string): string[] => text.split(BREAK)

/** The lines of a text in rows of at most so many letters, so that all rows are equally high. */
export function wrapped(lines: readonly string[], columns: number): TextRow[] {
  const rows: TextRow[] = []
  for (const [line, text] of lines.entries()) {
    let from = 0
    do {
      const to = Math.min(text.length, endOfRow(text, from, columns))
      rows.push({ line, from, to })
      from = to
    } while (from < text.length)
  }
  return rows
}

/** After the last space where there is one in the second half, else wherever it ends; never within a letter. */
function endOfRow(text: string, from: number, columns: number): number {
  const end = from + columns
  if (end >= text.length) return end
  const space = text.lastIndexOf(' ', end - 1)
  if (space > from + columns / 2) return space + 1
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff && columns > 1 ? end - 1 : end
}
