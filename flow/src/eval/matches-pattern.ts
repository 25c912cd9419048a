import { indexOf } from './search.ts'

/** Whether a text has the pattern's shape, in which `*` stands for anything. Linear in both. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return text === pattern
  if (!text.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = indexOf(text, part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}
