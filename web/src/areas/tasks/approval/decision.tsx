import type { Task } from '@throughline/contracts/tasks'
import type { TaskSurface } from '../detail/frame.ts'
import { useTaskAct } from '../detail/use-task-act.ts'
import { DecisionBar } from '../parts/decision-bar.tsx'
import { decide } from '../task-acts.api.ts'
import { texts } from './approval.texts.ts'
import { VERDICTS } from './use-decision.ts'

type DecisionProps = {
  task: Task
  surface: TaskSurface
  /** The file beside it is still on its way: nobody approves what they have not seen. */
  waits: boolean
}

/** The decision on the task's own page; single keys rest while a dialog is open. */
export function Decision({ task, surface, waits }: DecisionProps) {
  const { busy, run } = useTaskAct(task.id)
  return (
    <DecisionBar
      stacked
      task={task}
      waits={waits}
      busy={VERDICTS.find((one) => one === busy)}
      keys={surface !== 'overlay'}
      call={(body, onFailed) =>
        run({
          name: body.decision,
          call: () => decide(task.id, body),
          done: texts.done[body.decision],
          failed: texts.failed,
          onFailed,
        })
      }
    />
  )
}
