import type { ReportView } from '@throughline/contracts/reports'
import { CalendarDays, ChevronRight, Hash, ShieldCheck, ToggleLeft, Type } from 'lucide-react'
import { useState } from 'react'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { editorTexts as texts } from '../reports.texts.ts'

const ICONS = {
  text: Type,
  number: Hash,
  boolean: ToggleLeft,
  date: CalendarDays,
  timestamp: CalendarDays,
  other: Type,
} as const

type ViewsListProps = { views: readonly ReportView[]; failed: boolean; onInsert: (text: string) => void }

/** What a query can read: views and columns with their meaning; a press inserts the name. */
export function ViewsList({ views, failed, onInsert }: ViewsListProps) {
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase()
  const found = views.flatMap((view) => {
    const whole = view.name.includes(wanted)
    const columns = whole ? view.columns : view.columns.filter(({ name }) => name.includes(wanted))
    return columns.length > 0 ? [{ ...view, columns }] : []
  })
  return (
    <aside className="flex w-70 shrink-0 flex-col border-l bg-surface-2 max-[900px]:hidden">
      <div className="px-4 pt-3 pb-2">
        <h3 className="mb-2 text-sm font-medium">{texts.what}</h3>
        <SearchInput label={texts.find} value={words} onSearch={setWords} />
      </div>
      <ScrollRegion label={texts.what} className="px-2 pb-2">
        {failed && <p className="px-2 py-1 text-sm text-danger-fg">{texts.viewsFailed}</p>}
        {!failed && views.length > 0 && found.length === 0 && (
          <p className="px-2 py-1 text-sm text-fg-3">{texts.noColumn}</p>
        )}
        {found.map((view) => (
          <details key={view.name} open={wanted !== '' || view.name === 'instances'} className="group">
            <summary
              title={view.meaning}
              className="flex cursor-pointer items-center gap-1.5 rounded-xs px-1.5 py-1 text-sm hover:bg-surface-3"
            >
              <ChevronRight size={13} aria-hidden className="shrink-0 text-fg-3 group-open:rotate-90" />
              <span translate="no" className="flex-1 font-mono text-xs font-medium">
                {view.name}
              </span>
              <span className="text-xs text-fg-3">{texts.columns(view.columns.length)}</span>
            </summary>
            <ul>
              {view.columns.map(({ name, type, meaning, example }) => {
                const Icon = ICONS[type]
                return (
                  <li key={name}>
                    <button
                      type="button"
                      title={meaning}
                      onClick={() => onInsert(name)}
                      className="flex w-full items-center gap-2 rounded-xs py-0.5 pr-1.5 pl-6 text-left hover:bg-surface-3"
                    >
                      <Icon size={13} aria-hidden className="shrink-0 text-fg-3" />
                      <span translate="no" className="shrink-0 font-mono text-xs">
                        {name}
                      </span>
                      <span translate="no" className="ml-auto min-w-0 truncate text-2xs text-fg-3">
                        {example ?? meaning}
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </details>
        ))}
      </ScrollRegion>
      <p className="flex gap-2 border-t px-4 py-3 text-xs text-fg-2">
        <ShieldCheck size={14} aria-hidden className="mt-px shrink-0 text-success-fg" />
        {texts.asYou}
      </p>
    </aside>
  )
}
