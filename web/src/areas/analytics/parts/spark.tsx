const [WIDTH, HEIGHT] = [88, 30]

/** A line as a picture with a sentence; where nothing was counted it goes straight on. */
export function Spark({ series, label }: { series: readonly (number | null)[]; label: string }) {
  const known = series.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
  const values = known.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = known.map(({ value, at }) => ({
    x: (at / Math.max(1, series.length - 1)) * (WIDTH - 6) + 3,
    y: HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8),
  }))
  const end = points.at(-1)
  if (!end || points.length < 2) return null
  return (
    <span className="relative shrink-0">
      <span className="sr-only">{label}</span>
      <svg aria-hidden width={WIDTH} height={HEIGHT}>
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
