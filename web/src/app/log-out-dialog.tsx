import { AlertDialog } from '../ui/alert-dialog.tsx'
import { spec as lateSpec } from './late.texts.ts'
import { useLeave } from './leave.ts'
import { spec } from './texts.ts'

export function LogOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const leave = useLeave()
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={spec.logOut}
      confirmLabel={spec.logOut}
      tone="primary"
      onConfirm={leave}
    >
      {lateSpec.logOutQuestion}
    </AlertDialog>
  )
}
