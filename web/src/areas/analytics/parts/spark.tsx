const SMALL = [88, 30] as const
const WIDE = [960, 180] as const

type SparkProps = {
  series: readonly (number | null)[]
  label: string
  /** As wide as its container, as a chart of its own. */
  wide?: boolean
}

/** A line as a picture with a sentence; where nothing was counted it goes straight on. */
export function Spark({ series, label, wide = false }: SparkProps) {
  const [width, height] = wide ? WIDE : SMALL
  const known = series.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
  const values = known.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = known.map(({ value, at }) => ({
    x: (at / Math.max(1, series.length - 1)) * (width - 6) + 3,
    y: height - 4 - ((value - low) / (high - low || 1)) * (height - 8),
  }))
  const end = points.at(-1)
  if (!end || points.length < 2) return null
  return (
    <span className="relative shrink-0">
      <span className="sr-only">{label}</span>
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        {...(wide ? { className: 'block h-auto w-full' } : { width, height })}
      >
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--viz-1)"
          strokeWidth="1.75"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <circle cx={end.x} cy={end.y} r="2.75" fill="var(--viz-1)" stroke="var(--card)" strokeWidth="1.5" />
      </svg>
    </span>
  )
}
