import { useParams } from '@tanstack/react-router'
import { useUndoEmailChange } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { CheckingLink, LeaveToSignin, LinkNotChecked } from './parts/link-states.tsx'
import { NewPasswordForm } from './parts/new-password-form.tsx'
import { useVerifiedLink } from './parts/use-verified-link.ts'
import { UsedLink } from './parts/used-link.tsx'

/** "This wasn't me": opening the page changes nothing, only the form does. */
export function UndoEmailScreen() {
  const { verification_string: string } = useParams({ strict: false })
  const link = useVerifiedLink(string, ['undo_email'])
  const undo = useUndoEmailChange()
  switch (link.state) {
    case 'missing':
      return <LeaveToSignin because={spec.invalidLink} />
    case 'checking':
      return <CheckingLink />
    case 'bad':
      return <UsedLink why={texts.usedUndoLink} />
    case 'unanswered':
      return <LinkNotChecked {...link} />
    case 'good':
      break
  }
  const send = (password: string) => undo({ password, verification_string: link.string })
  return <NewPasswordForm email={link.verified.email} words={texts.undo} send={send} />
}
