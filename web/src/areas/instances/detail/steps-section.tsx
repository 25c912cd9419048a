import type { Instance, RailStep } from '@throughline/contracts/instances'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { isOpen } from '../list/rights.ts'
import { miniOf } from '../parts/mini-of.ts'
import { MiniRail } from '../parts/mini-rail.tsx'
import { StepRail } from '../parts/step-rail.tsx'
import { useReader } from '../why/use-reader.ts'
import { texts } from '../why/why.texts.ts'
import { Why } from '../why/why.tsx'
import { whatIsMissing } from '../why/why-text.ts'
import type { Address } from './use-address.ts'

type StepsSectionProps = { instance: Instance; address: Address; onOverride: ((step: string) => void) | undefined }

/** Where it is and why it waits: open on the first tab, one line on the others unless somebody asks for it. */
export function StepsSection({ instance, address, onOverride }: StepsSectionProps) {
  const { steps, links, waiting, tasks } = instance
  const { tab, openTask } = address
  const [openOnTab, setOpenOnTab] = useState<string>()
  const first = tab === 'details'
  const open = useCallback(
    (step: RailStep) => {
      const task = tasks.find((one) => one.step === step.id)
      return task && (() => openTask(task.id))
    },
    [tasks, openTask],
  )
  if (steps.length === 0) return null
  if (!first && openOnTab !== tab) return <Folded instance={instance} onShow={() => setOpenOnTab(tab)} />
  return (
    <>
      <div className="relative border-b bg-board px-6 pt-3 pb-3 @max-[600px]:px-4">
        {!first && (
          <div className="flex justify-end">
            <Button size="sm" variant="ghost" iconEnd={ChevronUp} aria-expanded onClick={() => setOpenOnTab(undefined)}>
              {texts.hideSteps}
            </Button>
          </div>
        )}
        <StepRail
          steps={steps}
          links={links}
          open={open}
          current={tasks.find(({ id }) => id === address.taskId)?.step ?? undefined}
        />
      </div>
      <Why instanceId={instance.id} waiting={waiting} openTask={openTask} onOverride={onOverride} />
    </>
  )
}

/** Steps and reasons in one line, where something else has the room. */
function Folded({ instance, onShow }: { instance: Instance; onShow: () => void }) {
  const reader = useReader()
  const { waiting, steps_total, steps_done } = instance
  const reasons = waiting.filter(({ kind }) => kind !== 'join').map((reason) => whatIsMissing(reason, reader))
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onShow}
      className="inset-focus flex h-10 w-full items-center gap-4 border-b bg-board px-6 text-left text-xs hover:bg-surface-2 @max-[600px]:px-4"
    >
      <span className="w-56 @max-[600px]:w-24">
        <MiniRail mini={miniOf(instance)} total={steps_total} done={steps_done} ended={!isOpen(instance)} />
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
