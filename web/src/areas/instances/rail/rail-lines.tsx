import type { Drawing } from './rail-drawing.ts'

const stroke = { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const

/** Solid where it went, dotted where it may go, dashed above for what was sent back. */
export function RailLines({ drawing }: { drawing: Pick<Drawing, 'lines' | 'arcs' | 'total'> }) {
  const ahead = drawing.lines.filter(({ taken }) => !taken)
  const taken = drawing.lines.filter((line) => line.taken)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 100 ${drawing.total}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {ahead.map(({ key, path }) => (
        <path {...stroke} key={key} d={path} strokeWidth="2" strokeDasharray="2 5" stroke="var(--border-strong)" />
      ))}
      {taken.map(({ key, path }) => (
        <path {...stroke} key={key} d={path} strokeWidth="2" stroke="var(--accent)" />
      ))}
      {drawing.arcs.map(({ from, to, path }) => (
        <path
          {...stroke}
          key={`${from} ${to}`}
          d={path}
          strokeWidth="1.5"
          strokeDasharray="4 4"
          stroke="var(--warning-mark)"
        />
      ))}
    </svg>
  )
}
