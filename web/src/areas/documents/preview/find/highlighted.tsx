import type { ReactNode } from 'react'
import type { Mark } from './hits.ts'

type HighlightedProps = { text: string; marks: readonly Mark[]; at: number }

/** A text with what was found in it. */
export function Highlighted({ text, marks, at }: HighlightedProps) {
  if (marks.length === 0) return text
  const parts: ReactNode[] = []
  let done = 0
  for (const { start, end, n } of marks) {
    parts.push(
      text.slice(done, start),
      <mark key={`${n} ${start}`} aria-current={n === at || undefined}>
        {text.slice(start, end)}
      </mark>,
    )
    done = end
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  )
}
