import { useParams } from '@tanstack/react-router'
import { spec } from './auth.texts.ts'
import { CheckingLink, LeaveToSignin, LinkNotChecked } from './parts/link-states.tsx'
import { ResetForm, UsedResetLink } from './parts/reset-form.tsx'
import { useVerifiedLink } from './parts/use-verified-link.ts'

export function ResetPasswordScreen() {
  const { verification_string: string } = useParams({ strict: false })
  const link = useVerifiedLink(string, ['reset_password'])
  switch (link.state) {
    case 'missing':
      return <LeaveToSignin because={spec.invalidLink} />
    case 'checking':
      return <CheckingLink />
    case 'bad':
      return <UsedResetLink />
    case 'unanswered':
      return <LinkNotChecked {...link} />
    case 'good':
      break
  }
  return <ResetForm string={link.string} email={link.verified.email} />
}
