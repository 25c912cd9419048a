import type { ReactNode } from 'react'
import type { Mark } from './hits.ts'

type MarkedProps = { text: string; marks: readonly Mark[]; at: number }

/** A text with what was found in it. */
export function Marked({ text, marks, at }: MarkedProps) {
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
