import { useQueryClient } from '@tanstack/react-query'
import type { TaskId } from '@throughline/contracts/ids'
import type { BoardColumn, Task, TaskRow } from '@throughline/contracts/tasks'
import { checkAnswers } from '@throughline/flow/answers'
import { useCallback, useMemo, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { claim, completeTask, release, retrigger, review, saveDraft } from '../task-acts.api.ts'
import { readTask, taskQuery, useTasksRefresh } from '../tasks.api.ts'
import { texts } from './board.texts.ts'
import { type Move, type MoveAct, moveOf, type Viewer, type WholeTask } from './moves.ts'

/** Labels of the fields whose answers are missing or wrong, as the form would say it. */
function missingAnswers(task: Task, now: number): string[] {
  const { fields, answers, show, vars } = task
  const { problems } = checkAnswers(fields, answers, { show, vars, now })
  const names = new Set(Object.keys(problems).map((path) => path.split('.')[0]))
  return fields.filter(({ name }) => names.has(name)).map(({ label, name }) => label || name)
}

export const wholeTaskOf = (task: Task): WholeTask => ({ ...task, missing: missingAnswers(task, Date.now()) })

const acts: Record<MoveAct, (task: Task) => Promise<unknown>> = {
  claim: ({ id }) => claim(id),
  start: ({ id, answers }) => saveDraft(id, answers),
  release: ({ id }) => release(id),
  complete: ({ id, answers }) => completeTask(id, { answers }),
  send: ({ id, answers }) => completeTask(id, { answers }),
  pass: ({ id }) => review(id, { decision: 'pass' }),
  retry: ({ id }) => retrigger(id),
}

type Refused = Extract<Move, { kind: 'refused' }>

/** Carries a move out: the card stands in its new place as under way until the server has answered. */
export function useMove(viewer: Viewer, onOpen: (taskId: TaskId) => void) {
  const queries = useQueryClient()
  const refresh = useTasksRefresh()
  const [underWay, setUnderWay] = useState<ReadonlyMap<TaskId, BoardColumn>>(new Map())

  const refused = useCallback(
    (task: TaskRow, column: BoardColumn, { why, open }: Refused) => {
      const label = open === 'form' ? texts.openForm : texts.openTask
      toast.warning(column === 'completed' ? texts.cannotComplete : texts.cannot, {
        id: `move-${task.id}`,
        description: why,
        ...(open && { action: { label, onPress: () => onOpen(task.id) } }),
      })
    },
    [onOpen],
  )

  const carryOut = useCallback(
    async (task: TaskRow, column: BoardColumn) => {
      setUnderWay((now) => new Map(now).set(task.id, column))
      try {
        // Its own call: one that the card in the hand has begun is given up when the hand lets go.
        const whole = await readTask(task.id)
        queries.setQueryData(taskQuery(task.id).queryKey, whole)
        const move = moveOf(whole, column, viewer, wholeTaskOf(whole))
        if (move.kind === 'refused') refused(task, column, move)
        if (move.kind === 'act') {
          await acts[move.act](whole)
          toast.success(texts.acts[move.act].done(task.name))
        }
      } catch (error) {
        const description = serverMessageOf(error) ?? texts.noAnswer
        const action = { label: texts.openTask, onPress: () => onOpen(task.id) }
        toast.error(texts.notMoved(task.name), { id: `move-${task.id}`, description, action })
      } finally {
        await refresh()
        // Unless it has been moved on meanwhile.
        setUnderWay((now) => new Map([...now].filter(([id, to]) => id !== task.id || to !== column)))
      }
    },
    [queries, refresh, refused, viewer, onOpen],
  )

  return useMemo(
    () => ({
      underWay,
      move: (task: TaskRow, column: BoardColumn, decided: Move) => {
        if (decided.kind === 'refused') refused(task, column, decided)
        if (decided.kind === 'act') void carryOut(task, column)
      },
    }),
    [underWay, refused, carryOut],
  )
}
