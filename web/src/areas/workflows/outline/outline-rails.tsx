import { memo } from 'react'
import type { ReturnLine } from './outline-geometry.ts'

const drawn = { fill: 'none', stroke: 'var(--neutral-mark)', strokeWidth: 1.5 } as const

/** Draws what the rows say in words. */
export const Rails = memo(function Rails({ path, width, height }: { path: string; width: number; height: number }) {
  return (
    <svg {...drawn} aria-hidden width={width} height={height} className="pointer-events-none absolute top-0 left-0 z-1">
      <path d={path} />
    </svg>
  )
})

export function Returns({ lines, height }: { lines: readonly ReturnLine[]; height: number }) {
  return (
    <svg {...drawn} aria-hidden width={64} height={height} className="pointer-events-none absolute top-0 right-0">
      {lines.map(({ key, line, head }) => (
        <g key={key}>
          <path strokeDasharray="5 4" d={line} />
          <path d={head} strokeLinecap="round" strokeLinejoin="round" strokeWidth={2} />
        </g>
      ))}
    </svg>
  )
}
