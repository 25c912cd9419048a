import type { ReactNode } from 'react'

type MarkedProps = { text: string; ranges: readonly (readonly [start: number, end: number])[] }

/** A text with what was searched for marked, by weight and ground. The ranges are positions in the text, in order. */
export function Marked({ text, ranges }: MarkedProps) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [start, end] of ranges) {
    if (start < done || end <= start) continue
    parts.push(
      text.slice(done, start),
      <mark key={start} className="rounded-[3px] bg-warning-bg px-px font-semibold text-warning-fg">
        {text.slice(start, end)}
      </mark>,
    )
    done = end
  }
  return (
    <span translate="no">
      {parts}
      {text.slice(done)}
    </span>
  )
}
