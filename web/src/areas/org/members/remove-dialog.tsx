import type { Member } from '@throughline/contracts/org-members'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { spec, texts } from '../members.texts.ts'

type RemoveDialogProps = { member: Member; onClose: () => void; onConfirm: () => Promise<void> }

/** Asks in the specification's words, then says what happens to whom. */
export function RemoveDialog({ member, onClose, onConfirm }: RemoveDialogProps) {
  const { name, status } = member
  const invited = status === 'invited'
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={spec.askRemove}
      confirmLabel={invited ? texts.revokeNamed(name) : texts.removeNamed(name)}
      onConfirm={onConfirm}
    >
      {invited ? texts.revoking(name) : texts.removing(name)}
    </AlertDialog>
  )
}
