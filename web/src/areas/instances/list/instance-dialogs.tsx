import type { RefObject } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { focusNextTo } from '../../../ui/row-focus.ts'
import { spec, texts } from '../instances.texts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { type Asked, isOpen } from './rights.ts'
import type { InstanceActs } from './use-instance-acts.ts'

type InstanceDialogsProps = {
  asked: Asked | undefined
  acts: InstanceActs
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
  onGone?: (id: string) => void
}

/** One at a time; each closes itself. */
export function InstanceDialogs({ asked, acts, scroller, onClose, onGone }: InstanceDialogsProps) {
  if (!asked) return null
  const { kind, instance } = asked
  if (kind === 'cancel')
    return (
      <CancelDialog what={instance.title} onConfirm={(reason) => acts.cancel(instance, reason)} onClose={onClose} />
    )
  const forever = kind === 'purge'
  const confirm = async () => {
    const focusNeighbour = focusNextTo(instance.id, scroller.current)
    if (forever) await acts.purge(instance)
    else if (await acts.remove(instance)) onGone?.(instance.id)
    setTimeout(focusNeighbour)
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={spec.delete}
      confirmLabel={forever ? texts.foreverNamed : spec.delete}
      onConfirm={confirm}
    >
      <span translate="no" className="font-medium text-fg">
        {instance.key} · {instance.title}
      </span>
      <br />
      {forever ? texts.deletingForever : texts.trashing}
      {!forever && isOpen(instance) && <> {texts.trashingOpen}</>}
    </AlertDialog>
  )
}
