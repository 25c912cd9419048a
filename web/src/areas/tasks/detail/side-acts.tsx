import type { Task } from '@throughline/contracts/tasks'
import { Bell, CircleHelp, Ellipsis, Hand, ShieldAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { OverrideDialog } from '../failed/override-dialog.tsx'
import { AskDialog } from '../query/ask-dialog.tsx'
import { queryTexts } from '../query/query.texts.ts'
import { claim, release, remind } from '../task-acts.api.ts'
import { spec, texts } from './detail.texts.ts'
import type { TaskSurface } from './frame.ts'
import { type GiveAway, ReassignDialog } from './reassign-dialog.tsx'
import { useTaskAct } from './use-task-act.ts'

type SideDialog = 'reassign' | 'query' | 'override'

const atOnce: GiveAway = (act) => act()

type SideActsProps = {
  task: Task
  surface: TaskSurface
  /** Around whatever takes the task out of the person's hands. */
  giveAway?: GiveAway
}

/** What can be done with a task beside its own act; only what the person may. */
export function SideActs({ task, surface, giveAway = atOnce }: SideActsProps) {
  const { can } = task
  const [dialog, openDialog] = useState<SideDialog>()
  const { busy, run } = useTaskAct(task.id)
  const take = () => run({ name: 'claim', call: () => claim(task.id), done: texts.claimed, failed: texts.claimFailed })
  const giveBack = () => {
    const done = texts.released(task.queue?.name ?? texts.queue)
    return giveAway(() => run({ name: 'release', call: () => release(task.id), done, failed: texts.releaseFailed }))
  }
  const sendReminder = () =>
    run({ name: 'remind', call: () => remind(task.id), done: texts.reminded, failed: texts.remindFailed })
  const overrides = can.override && task.task_type !== 'automated'
  const close = () => openDialog(undefined)
  return (
    <>
      {can.claim && (
        <Button
          variant={can.complete ? 'secondary' : 'primary'}
          icon={Hand}
          busy={busy === 'claim'}
          className={cn(surface !== 'page' && !can.complete && 'flex-1')}
          onClick={() => void take()}
        >
          {texts.claim}
        </Button>
      )}
      {can.edit && task.task_type !== 'approval' && (
        <Button onClick={() => openDialog('reassign')}>{texts.reassign}</Button>
      )}
      {(can.release || can.remind || can.ask || overrides) && (
        <Menu
          align="end"
          side="top"
          trigger={
            <Button icon={Ellipsis} busy={busy === 'release' || busy === 'remind'} aria-label={texts.moreActs} />
          }
        >
          {can.ask && (
            <MenuItem icon={CircleHelp} onSelect={() => openDialog('query')}>
              {queryTexts.ask}
            </MenuItem>
          )}
          {can.remind && (
            <MenuItem icon={Bell} onSelect={() => void sendReminder()}>
              {texts.remind}
            </MenuItem>
          )}
          {can.release && (
            <MenuItem icon={Undo2} onSelect={() => void giveBack()}>
              {texts.release}
            </MenuItem>
          )}
          {overrides && (
            <MenuItem icon={ShieldAlert} onSelect={() => openDialog('override')}>
              {spec.override}
            </MenuItem>
          )}
        </Menu>
      )}
      {dialog === 'reassign' && <ReassignDialog task={task} giveAway={giveAway} onClose={close} />}
      {dialog === 'query' && <AskDialog task={task} onClose={close} />}
      {dialog === 'override' && <OverrideDialog task={task} onClose={close} />}
    </>
  )
}
