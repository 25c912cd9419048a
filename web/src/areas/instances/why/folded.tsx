import type { Instance } from '@throughline/contracts/instances'
import { ChevronDown } from 'lucide-react'
import { isOpen } from '../list/rights.ts'
import { MiniRail } from '../parts/mini-rail.tsx'
import { isLate } from '../rail/rail-step.tsx'
import { useReader } from './use-reader.ts'
import { texts } from './why.texts.ts'
import { whatIsMissing } from './why-words.ts'

/** Steps and reasons in one line, where something else has the room. */
export function Folded({ instance, onShow }: { instance: Instance; onShow: () => void }) {
  const reader = useReader()
  const { steps, waiting, tasks_total, tasks_done } = instance
  const mini = steps.map((step) => ({ name: step.name, state: isLate(step) ? 'overdue' : step.state }))
  const reasons = waiting.filter(({ kind }) => kind !== 'join').map((reason) => whatIsMissing(reason, reader))
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onShow}
      className="inset-focus flex h-10 w-full items-center gap-4 border-b bg-board px-6 text-left text-xs hover:bg-surface-2 @max-[600px]:px-4"
    >
      <span className="w-56 @max-[600px]:w-24">
        <MiniRail mini={mini} total={tasks_total} done={tasks_done} ended={!isOpen(instance)} ahead={false} />
      </span>
      <span className="min-w-0 flex-1 truncate text-fg-2">
        {reasons.length > 0 && (
          <>
            <span className="font-medium text-fg">{texts.title}</span> {texts.sentences(reasons)}
          </>
        )}
      </span>
      <span className="inline-flex shrink-0 items-center gap-1 font-medium text-accent-text">
        {texts.showSteps} <ChevronDown size={13} aria-hidden />
      </span>
    </button>
  )
}
