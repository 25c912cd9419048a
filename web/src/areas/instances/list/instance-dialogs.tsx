import type { RefObject } from 'react'
import { texts as trashTexts } from '../../../shared/trash/trash.texts.ts'
import { TrashDialog } from '../../../shared/trash/trash-dialog.tsx'
import { spec, texts } from '../instances.texts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { type InstanceDialog, isOpen } from './rights.ts'
import type { InstanceActs } from './use-instance-acts.ts'

type InstanceDialogsProps = {
  dialog: InstanceDialog | undefined
  acts: InstanceActs
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
  onGone?: (id: string) => void
}

/** One at a time; each closes itself. */
export function InstanceDialogs({ dialog, acts, scroller, onClose, onGone }: InstanceDialogsProps) {
  if (!dialog) return null
  const { kind, instance } = dialog
  if (kind === 'cancel')
    return (
      <CancelDialog what={instance.title} onConfirm={(reason) => acts.cancel(instance, reason)} onClose={onClose} />
    )
  const forever = kind === 'purge'
  return (
    <TrashDialog
      id={instance.id}
      name={`${instance.key} · ${instance.title}`}
      title={spec.delete}
      confirmLabel={forever ? texts.foreverNamed : spec.delete}
      scroller={scroller}
      onConfirm={async () => {
        if (forever) await acts.purge(instance)
        else if (await acts.remove(instance)) onGone?.(instance.id)
      }}
      onClose={onClose}
    >
      {forever ? texts.deletingForever : trashTexts.trashing}
      {!forever && isOpen(instance) && <> {texts.trashingOpen}</>}
    </TrashDialog>
  )
}
