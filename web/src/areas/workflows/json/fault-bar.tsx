import { ChevronDown, ChevronUp, CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Mend } from './faults.ts'
import { jsonTexts } from './json.texts.ts'
import type { PlacedFault } from './use-document-text.ts'

type FaultBarProps = {
  faults: readonly PlacedFault[]
  /** Set while the text is no JSON. */
  title: string | undefined
  /** Where the cursor is: a fault of this line is shown before all others, then errors. */
  line: number
  canMend: boolean
  onMend: (mend: Mend) => void
  onGo: (fault: PlacedFault) => void
}

const MENDS = 2

/** One fault after the other, with its place and what would mend it. */
export function FaultBar({ faults, title, line, canMend, onMend, onGo }: FaultBarProps) {
  const [chosen, setChosen] = useState<PlacedFault>()
  const here = faults.find((fault) => fault.line === line) ?? faults.find(({ level }) => level === 'E')
  const shown =
    (chosen && faults.find((fault) => fault.from === chosen.from && fault.text === chosen.text)) ?? here ?? faults[0]
  if (!shown) return null
  const at = faults.indexOf(shown)
  const step = (by: number) => {
    const next = faults.at((at + by) % faults.length)
    setChosen(next)
    if (next) onGo(next)
  }
  const Icon = shown.level === 'E' ? CircleAlert : TriangleAlert
  const where = jsonTexts.place(shown.line, shown.column)
  return (
    <div
      className={cn(
        'shrink-0 border-t px-4 py-2.5',
        shown.level === 'E' ? 'bg-danger-bg text-danger-fg' : 'bg-warning-bg text-warning-fg',
      )}
    >
      {title && (
        <p role="alert" className="mb-1 flex items-center gap-1.5 text-sm font-medium">
          <Icon size={14} aria-hidden />
          {title}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <p className="flex min-w-0 flex-1 basis-48 items-start gap-1.5">
          {!title && <Icon size={13} aria-hidden className="mt-px shrink-0" />}
          <output>{jsonTexts.at(where, shown.text)}</output>
        </p>
        {canMend &&
          shown.mends.slice(0, MENDS).map((mend) => (
            <Button key={mend.label} size="sm" onClick={() => onMend(mend)}>
              {mend.label}
            </Button>
          ))}
        <Button size="sm" onClick={() => onGo(shown)}>
          {jsonTexts.goTo}
        </Button>
        {faults.length > 1 && (
          <span className="tnum flex items-center gap-0.5">
            {jsonTexts.nth(at + 1, faults.length)}
            <IconButton size="sm" label={jsonTexts.previous} icon={ChevronUp} onClick={() => step(-1)} />
            <IconButton size="sm" label={jsonTexts.next} icon={ChevronDown} onClick={() => step(1)} />
          </span>
        )}
      </div>
    </div>
  )
}
