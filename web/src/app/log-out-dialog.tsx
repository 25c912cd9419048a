import { AlertDialog } from '../ui/alert-dialog.tsx'
import { spec } from './texts.ts'
import { useLeave } from './use-leave.ts'

export function LogOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const leave = useLeave()
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={spec.logOut}
      confirmLabel={spec.logOut}
      tone="primary"
      onConfirm={leave}
    >
      {spec.logOutQuestion}
    </AlertDialog>
  )
}
