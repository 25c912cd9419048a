/** Below this a word is more likely a stain, or part of a photograph. */
const SURE = 60

const BLOCK = 2
const LINE = 4
const CONFIDENCE = 10
const TEXT = 11

/** The words that the recogniser is sure of, in their lines. */
export function wordsOf(table: string): string {
  const lines = new Map<string, string[]>()
  for (const row of table.split('\n').slice(1)) {
    const cells = row.split('\t')
    const word = cells[TEXT]?.trim()
    if (!word || Number(cells[CONFIDENCE]) < SURE) continue
    const line = cells.slice(BLOCK, LINE + 1).join()
    lines.set(line, [...(lines.get(line) ?? []), word])
  }
  return [...lines.values()].map((words) => words.join(' ')).join('\n')
}
