import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { spec, texts } from '../members.texts.ts'
import { useTakeOver } from './use-take-over.tsx'

type RemoveDialogProps = { orgId: TenantId; member: Member; onClose: () => void; onConfirm: () => Promise<void> }

/** Asks in the specification's words, says what happens to whom, and who takes over what they leave open. */
export function RemoveDialog({ orgId, member, onClose, onConfirm }: RemoveDialogProps) {
  const { name, status } = member
  const invited = status === 'invited'
  const { form, handOverFirst } = useTakeOver(orgId, [member])
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={spec.askRemove}
      confirmLabel={invited ? texts.revokeNamed(name) : texts.removeNamed(name)}
      form={form}
      onConfirm={async () => {
        if (!(await handOverFirst())) return false
        await onConfirm()
        return true
      }}
    >
      {invited ? texts.revoking(name) : texts.removing(name)}
    </AlertDialog>
  )
}
