const keysIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce(
        (sum: number, one) => sum + keysIn(one),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0

/** Of a key that stands twice, readers disagree about which one counts. */
export function hasRepeatedKey(text: string, value: unknown): boolean {
  const written = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)).filter(([, colon]) => colon !== undefined)
  return written.length !== keysIn(value)
}

/** How deep brackets are nested, without reading it: content that is nested too deeply must not be walked through. */
export function nestingOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++depth)
    else if (sign === ']' || sign === '}') depth--
  }
  return deepest
}
