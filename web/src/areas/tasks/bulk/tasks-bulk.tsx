import type { TaskRow } from '@throughline/contracts/tasks'
import { CalendarDays, CircleCheck, Flag, Hand, type LucideIcon, RotateCw, Stamp, Undo2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { BulkResult } from '../../../shared/bulk-result.tsx'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { isFree } from '../board/moves.ts'
import type { BulkAct } from '../task-acts.api.ts'
import { texts } from './bulk.texts.ts'
import { BulkChoice, type BulkField } from './bulk-choice.tsx'
import type { Bulk } from './use-tasks-bulk.ts'

type ActName = BulkAct['act']

/** In the order they are offered. */
const ACTS = [
  'claim',
  'release',
  'assign',
  'priority',
  'due',
  'complete',
  'approve',
  'retry',
] as const satisfies readonly ActName[]

const isOpen = ({ state }: TaskRow) => state !== 'completed' && state !== 'cancelled'
const isStarted = ({ state }: TaskRow) => state === 'pending' || state === 'in_progress'

const fit: Record<ActName, (task: TaskRow) => boolean> = {
  claim: (task) => isStarted(task) && isFree(task),
  release: (task) => isStarted(task) && task.queue !== null && task.mine === 'assignee',
  assign: (task) => isOpen(task) && task.task_type === 'manual',
  priority: isOpen,
  due: isOpen,
  complete: (task) => isStarted(task) && task.task_type === 'manual' && (task.mine === 'assignee' || isFree(task)),
  approve: (task) => isStarted(task) && task.task_type === 'approval' && task.mine === 'approver',
  retry: ({ state }) => state === 'failed',
}

/** Whether an act can do something to at least one of them; the server answers for each. */
export const fitsAny = (act: ActName, tasks: readonly TaskRow[]): boolean => tasks.some(fit[act])

/** Acts for few are offered only where they fit, so that the bar stays short. */
const RARE: readonly ActName[] = ['claim', 'release', 'approve', 'retry']
export const offered = (tasks: readonly TaskRow[]): ActName[] =>
  ACTS.filter((act) => !RARE.includes(act) || fitsAny(act, tasks))

const ICONS: Record<ActName, LucideIcon> = {
  claim: Hand,
  release: Undo2,
  assign: UserPlus,
  priority: Flag,
  due: CalendarDays,
  complete: CircleCheck,
  approve: Stamp,
  retry: RotateCw,
}

type TasksBulkProps = { selected: readonly TaskRow[]; bulk: Bulk; onClear: () => void }

const asks = (act: ActName): act is BulkField | 'approve' =>
  act === 'assign' || act === 'priority' || act === 'due' || act === 'approve'

/** Acts on everything that is selected; one that fits none of it is off and says why. */
export function TasksBulk({ selected, bulk, onClear }: TasksBulkProps) {
  const [dialog, openDialog] = useState<BulkField | 'approve'>()
  const count = selected.length
  const press = (act: ActName) => {
    if (asks(act)) openDialog(act)
    else void bulk.run({ act }, selected)
  }
  return (
    <>
      <BulkBar label={texts.label} count={count} onClear={onClear}>
        {offered(selected).map((act) => {
          const fits = fitsAny(act, selected)
          return (
            <Button
              key={act}
              variant={act === 'claim' ? 'primary' : 'ghost'}
              icon={ICONS[act]}
              {...(act === 'claim' && { kbd: 'C' })}
              busy={bulk.busy}
              {...(!fits && { 'aria-disabled': true, title: texts.fitsNone[act], className: 'text-fg-disabled' })}
              onClick={() => fits && press(act)}
            >
              {texts.acts[act]}
              {!fits && <span className="sr-only">, {texts.fitsNone[act]}</span>}
            </Button>
          )
        })}
      </BulkBar>
      {dialog && dialog !== 'approve' && (
        <BulkChoice
          field={dialog}
          count={count}
          onChoose={(job) => {
            openDialog(undefined)
            void bulk.run(job, selected)
          }}
          onClose={() => openDialog(undefined)}
        />
      )}
      <AlertDialog
        open={dialog === 'approve'}
        onClose={() => openDialog(undefined)}
        title={texts.approveTitle(count)}
        confirmLabel={texts.approveNamed(count)}
        tone="primary"
        onConfirm={() => bulk.run({ act: 'approve' }, selected)}
      >
        {texts.approving}
      </AlertDialog>
      <BulkResult
        bulk={bulk}
        textsOf={({ name, instance_name, key }, { act }) => ({
          name: `${name} · ${instance_name}`,
          mark: key,
          done: texts.row[act],
        })}
      />
    </>
  )
}
