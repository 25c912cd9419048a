import { useParams } from '@tanstack/react-router'
import { useCurrentUser } from '../../shared/current-user.ts'
import { spec } from './auth.texts.ts'
import { JoinWithAccount, LinkOfAnother } from './parts/join-with-account.tsx'
import { CheckingLink, LeaveToSignin, LinkNotChecked } from './parts/link-states.tsx'
import { SignupForm } from './parts/signup-form.tsx'
import { useVerifiedLink } from './parts/use-verified-link.ts'

/** `onLogOut` leaves the person on this page, where the link can then be used. */
export function SignupScreen({ onLogOut }: { onLogOut: () => void }) {
  const { verification_string: string } = useParams({ strict: false })
  const link = useVerifiedLink(string, ['sign_up', 'invitation'])
  const user = useCurrentUser()
  switch (link.state) {
    case 'missing':
      return <LeaveToSignin because={spec.invalidLink} />
    case 'checking':
      return <CheckingLink />
    case 'bad':
      return <LeaveToSignin because={spec.outdatedLink} />
    case 'unanswered':
      return <LinkNotChecked {...link} />
    case 'good':
      break
  }
  const { email, invitation } = link.verified
  const isTheirs = user?.email.toLowerCase() === email.toLowerCase()
  if (user && !(isTheirs && invitation?.has_account))
    return <LinkOfAnother email={email} user={user} onLogOut={onLogOut} />
  if (invitation?.has_account)
    return <JoinWithAccount string={link.string} email={email} invitation={invitation} signedIn={isTheirs} />
  return <SignupForm string={link.string} email={email} invitation={invitation} />
}
