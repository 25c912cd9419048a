import type { Instance, RailStep } from '@throughline/contracts/instances'
import { ChevronUp } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StepRail } from '../parts/step-rail.tsx'
import { Folded } from '../why/folded.tsx'
import { texts } from '../why/why.texts.ts'
import { Why } from '../why/why.tsx'
import type { Address } from './use-address.ts'

type WayProps = { instance: Instance; address: Address; onOverride: ((step: string) => void) | undefined }

/** Where it is and why it waits: open on the first tab, one line on the others unless somebody asks for it. */
export function Way({ instance, address, onOverride }: WayProps) {
  const { steps, links, waiting, tasks } = instance
  const { tab, openTask } = address
  const [asked, setAsked] = useState<string>()
  const first = tab === 'details'
  const open = useCallback(
    (step: RailStep) => {
      const task = tasks.find((one) => one.step === step.id)
      return task && (() => openTask(task.id))
    },
    [tasks, openTask],
  )
  if (steps.length === 0) return null
  if (!first && asked !== tab) return <Folded instance={instance} onShow={() => setAsked(tab)} />
  return (
    <>
      <div className="relative border-b bg-board px-6 pt-3 pb-3 @max-[600px]:px-4">
        {!first && (
          <div className="flex justify-end">
            <Button size="sm" variant="ghost" iconEnd={ChevronUp} aria-expanded onClick={() => setAsked(undefined)}>
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
