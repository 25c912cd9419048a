import { encode } from 'uqr'
import { cn } from './cn.ts'

const QUIET = 2
const INK = '#1d1c1a'

function drawing(text: string) {
  const { data, size } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}

/** Dark on white in both themes, because cameras want it so. Drawn here; nothing is sent anywhere. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = drawing(text)
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={cn('size-42 shrink-0 rounded-md bg-white', className)}
    >
      <path d={path} fill={INK} />
    </svg>
  )
}

/** The same as the text of a file. */
export function qrSvg(text: string): string {
  const { path, size } = drawing(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 12}" height="${size * 12}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="${INK}"/></svg>`
}
