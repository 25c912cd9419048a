import { cn } from '../../../ui/cn.ts'
import type { CopilotDraft } from '../workflows.api.ts'
import { texts } from './add.texts.ts'

const words = texts.copilot

/** Which words became which step, and which were left out. */
export function Reading({ reading }: { reading: CopilotDraft['reading'] }) {
  return (
    <section aria-label={words.read} className="max-h-56 shrink-0 overflow-y-auto border-t px-4 py-3">
      <h3 className="text-xs font-medium tracking-normal text-fg-3">{words.read}</h3>
      <ul translate="no" className="mt-1.5 grid grid-cols-2 gap-x-5 gap-y-1">
        {reading.map(({ quote, step, text }) => (
          <li
            key={`${quote} ${text}`}
            className={cn('min-w-0 text-xs', step === undefined ? 'text-warning-fg' : 'text-fg-3')}
          >
            <span title={quote} className={cn('block truncate font-medium', step !== undefined && 'text-fg')}>
              “{quote}”
            </span>
            <span className="block">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
