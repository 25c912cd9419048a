import { texts } from '../auth.texts.ts'

const LEVEL = 392
const POINTS = 600
const TURNS = 7
const WIDEST = 124

const smooth = (x: number) => {
  const clamped = Math.min(1, Math.max(0, x))
  return clamped * clamped * (3 - 2 * clamped)
}

/** One unbroken line: a coil that grows, shrinks and leaves as a straight path. */
const line = (() => {
  const points = Array.from({ length: POINTS + 1 }, (_, index) => {
    const t = index / POINTS
    const radius = WIDEST * smooth(t / 0.38) * smooth((0.88 - t) / 0.5)
    const turn = 2 * Math.PI * TURNS * t
    const x = -60 + 480 * t + radius * Math.cos(turn)
    const y = LEVEL + radius * 1.16 * Math.sin(turn)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}L700 ${LEVEL}`
})()

/** Decorative: it says nothing that the page does not say in words. In a small box the labels are better left out. */
export function LineArt({ labels = true }: { labels?: boolean }) {
  return (
    <svg viewBox="0 0 660 900" preserveAspectRatio="xMaxYMid slice" aria-hidden className="absolute inset-0 size-full">
      <defs>
        <linearGradient id="auth-line" gradientUnits="userSpaceOnUse" x1="30" x2="440">
          <stop offset="0" stopColor="var(--accent)" stopOpacity=".3" />
          <stop offset=".6" stopColor="var(--accent)" stopOpacity=".75" />
          <stop offset="1" stopColor="var(--accent-text)" />
        </linearGradient>
        <pattern id="auth-dots" width="24" height="24" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r="1.1" fill="var(--accent-border)" opacity=".55" />
        </pattern>
      </defs>
      <rect width="660" height="900" fill="url(#auth-dots)" />
      <path d={line} fill="none" stroke="url(#auth-line)" strokeWidth="2.25" strokeLinejoin="round" />
      <Stop at={440} label={labels && texts.stops.received} done />
      <Stop at={524} label={labels && texts.stops.checked} done />
      <Stop at={608} label={labels && texts.stops.yourTurn} />
    </svg>
  )
}

function Stop({ at, label, done = false }: { at: number; label: string | false; done?: boolean }) {
  return (
    <g transform={`translate(${at} ${LEVEL})`}>
      <circle
        r="11"
        fill={done ? 'var(--accent-text)' : 'var(--accent-subtle)'}
        stroke="var(--accent-text)"
        strokeWidth="2.25"
      />
      {done ? (
        <path
          d="M-4.2.4l3 3 5.4-6.2"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <path d="M0-6.4A6.4 6.4 0 0 1 0 6.4z" fill="var(--accent-text)" />
      )}
      {label && (
        <text y="34" textAnchor="middle" fontSize="12.5" fill={done ? 'var(--fg-2)' : 'var(--fg)'}>
          {label}
        </text>
      )}
    </g>
  )
}
