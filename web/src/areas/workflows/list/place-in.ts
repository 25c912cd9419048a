/** Where in a text a character stands, both from 1. */
export function placeIn(text: string, position: number) {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
