import { sizeText } from '../../../shared/format/size.ts'
import type { SourcePosition } from './document-text.ts'
import { jsonTexts } from './json.texts.ts'
import type { PlacedFault } from './use-document-text.ts'

type StatusLineProps = { place: SourcePosition; faults: readonly PlacedFault[]; text: () => string }

export function StatusLine({ place, faults, text }: StatusLineProps) {
  const errors = faults.filter(({ level }) => level === 'E').length
  return (
    <div className="tnum flex h-7 shrink-0 items-center gap-4 border-t bg-surface-2 px-4 text-xs whitespace-nowrap text-fg-3">
      <span>{jsonTexts.place(place.line, place.column)}</span>
      <span>{faults.length === 0 ? jsonTexts.noProblems : jsonTexts.problems(errors, faults.length - errors)}</span>
      <span className="min-w-0 truncate max-[1180px]:sr-only">{jsonTexts.leaveHint}</span>
      <span className="ml-auto">{jsonTexts.size(sizeText(text().length))}</span>
    </div>
  )
}
