import { use } from 'react'
import { texts } from '../analytics.texts.ts'
import { DeadFigures } from './figure.tsx'

/** Behind sample figures every card says that they are nobody's. */
export function SampleMark() {
  if (!use(DeadFigures)) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 grid place-items-center overflow-hidden rounded-lg border-2 border-dashed border-(--warning-mark)"
    >
      <span className="-rotate-8 rounded-sm border-2 border-dashed border-(--warning-mark) bg-card px-2 text-xs font-semibold text-warning-fg">
        {texts.sampleMark}
      </span>
    </span>
  )
}
