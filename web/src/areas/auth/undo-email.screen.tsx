import { useUndoEmailChange } from './auth.api.ts'
import { texts } from './auth.texts.ts'
import { NewPasswordByLink } from './parts/new-password-by-link.tsx'

/** "This wasn't me", from the mail to the address that was left. */
export function UndoEmailScreen() {
  const undo = useUndoEmailChange()
  return <NewPasswordByLink purpose="undo_email" used={texts.usedUndoLink} words={texts.undo} send={undo} />
}
