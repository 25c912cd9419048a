import type { Member } from '@throughline/contracts/org-members'
import type { ReactNode } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { spec } from '../members.texts.ts'
import { useMembers } from './members-context.ts'
import { useTakeOver } from './use-take-over.tsx'

type RemoveDialogProps = {
  members: readonly Member[]
  confirmLabel: string
  /** What happens to them. */
  children: ReactNode
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks in the specification's words, and who takes over what they leave open. */
export function RemoveDialog({ members, confirmLabel, children, onConfirm, onClose }: RemoveDialogProps) {
  const { orgId } = useMembers()
  const { form, handOverFirst } = useTakeOver(orgId, members)
  return (
    <AlertDialog
      onClose={onClose}
      title={spec.askRemove}
      confirmLabel={confirmLabel}
      form={form}
      onConfirm={async () => {
        if (!(await handOverFirst())) return false
        await onConfirm()
        return true
      }}
    >
      {children}
    </AlertDialog>
  )
}
