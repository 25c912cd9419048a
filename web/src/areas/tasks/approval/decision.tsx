import type { Task } from '@throughline/contracts/tasks'
import { Check, CornerDownRight, RotateCcw, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import type { TaskSurface } from '../detail/frame.ts'
import { useTaskAct } from '../detail/use-task-act.ts'
import { decide } from '../task-acts.api.ts'
import { texts } from './approval.texts.ts'
import { namedVersion } from './bound-files.ts'
import { consequenceText, DecisionComment } from './decision-comment.tsx'
import { useDecision } from './use-decision.ts'

type DecisionProps = {
  task: Task
  surface: TaskSurface
  /** The file beside it is still on its way: nobody approves what they have not seen. */
  waits: boolean
}

/** Comment and buttons. Nothing counts before the server has said so. */
export function Decision({ task, surface, waits }: DecisionProps) {
  const { busy, run } = useTaskAct(task.id)
  const decision = useDecision(task, {
    waits,
    busy: busy !== undefined,
    call: (body, onFailed) =>
      run({
        name: body.decision,
        call: () => decide(task.id, body),
        done: texts.done[body.decision],
        failed: texts.failed,
        onFailed,
      }),
  })
  const { send } = decision
  const mayChange = task.leads.changes !== null
  const version = namedVersion(task)
  const approve = version === undefined ? texts.approve : texts.approveVersion(version)
  usePageKeys([
    { key: 'a', label: approve, act: () => void send('approve') },
    ...(mayChange ? [{ key: 'c', label: texts.changes, act: () => void send('changes') }] : []),
    { key: 'r', label: texts.reject, act: () => void send('reject') },
  ])
  // Single keys rest while a dialog is open.
  const key = (name: string) => (surface === 'overlay' ? {} : { kbd: name })
  return (
    <div className="@container min-w-0 flex-1 max-[759px]:[--control-md:2.75rem]">
      <DecisionComment task={task} decision={decision} />
      <div className="mt-2.5 grid grid-cols-2 gap-2 max-[759px]:[&_kbd]:hidden @max-[330px]:[&_kbd]:hidden">
        <Button
          variant="primary"
          icon={Check}
          busy={busy === 'approve'}
          disabled={waits}
          onClick={() => void send('approve')}
          className="col-span-2 max-[759px]:h-12"
          {...key('A')}
        >
          {approve}
        </Button>
        {mayChange && (
          <Button icon={RotateCcw} busy={busy === 'changes'} onClick={() => void send('changes')} {...key('C')}>
            {texts.changes}
          </Button>
        )}
        <Button
          icon={X}
          busy={busy === 'reject'}
          onClick={() => void send('reject')}
          className={cn(!mayChange && 'col-span-2')}
          {...key('R')}
        >
          {texts.reject}
        </Button>
      </div>
      <WhatFollows task={task} waits={waits} />
    </div>
  )
}

function WhatFollows({ task, waits }: Pick<DecisionProps, 'task' | 'waits'>) {
  return (
    <p className="mt-2.5 flex items-start gap-1.5 text-xs text-fg-3 max-[759px]:hidden">
      <CornerDownRight size={12} aria-hidden className="mt-0.5 shrink-0" />
      <span>{consequenceText(task, waits)}</span>
    </p>
  )
}
