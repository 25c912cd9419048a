import { memo } from 'react'
import type { CanvasLayout } from './layout/layout-of.ts'

const GAP = 20
/** The canvas can be moved about as far beyond the drawing. */
const MAX_PAN = 4000

/** The dots behind the drawing. They move with it, so that moving paints nothing. */
export const Dots = memo(function Dots({ bounds }: { bounds: CanvasLayout['bounds'] }) {
  const left = Math.floor((bounds.left - MAX_PAN) / GAP) * GAP
  const top = Math.floor((bounds.top - MAX_PAN) / GAP) * GAP
  return (
    <div
      className="absolute -z-2 bg-[radial-gradient(circle,var(--border-strong)_0.6px,transparent_1.1px)]"
      style={{
        left,
        top,
        width: bounds.right + MAX_PAN - left,
        height: bounds.bottom + MAX_PAN - top,
        backgroundSize: `${GAP}px ${GAP}px`,
      }}
    />
  )
})
