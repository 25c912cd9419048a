import { encode } from 'uqr'

const QUIET = 2

/** Dark on white in both themes, because cameras want it so. Drawn here; nothing is sent anywhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-42 shrink-0 rounded-md bg-white"
    >
      <path d={path} fill="#1d1c1a" />
    </svg>
  )
}
