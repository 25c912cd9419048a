import { useParams } from '@tanstack/react-router'
import type { VerificationPurpose } from '@throughline/contracts/auth'
import { spec } from '../auth.texts.ts'
import { CheckingLink, LeaveToSignin, LinkNotChecked } from './link-states.tsx'
import { NewPasswordForm, type NewPasswordWords } from './new-password-form.tsx'
import { useVerifiedLink } from './use-verified-link.ts'
import { UsedLink, type UsedLinkWords } from './used-link.tsx'

type NewPasswordByLinkProps = {
  purpose: VerificationPurpose
  /** Why a link that is no good any more leads nowhere, and what to do instead. */
  used: UsedLinkWords
  words: NewPasswordWords
  send: (body: { password: string; verification_string: string }) => Promise<unknown>
}

/** The page behind a mailed link that takes a new password. Opening it changes nothing, only the form does. */
export function NewPasswordByLink({ purpose, used, words, send }: NewPasswordByLinkProps) {
  const { verification_string: string } = useParams({ strict: false })
  const link = useVerifiedLink(string, [purpose])
  switch (link.state) {
    case 'missing':
      return <LeaveToSignin because={spec.invalidLink} />
    case 'checking':
      return <CheckingLink />
    case 'bad':
      return <UsedLink {...used} />
    case 'unanswered':
      return <LinkNotChecked {...link} />
    case 'good':
      break
  }
  const sendPassword = (password: string) => send({ password, verification_string: link.string })
  return <NewPasswordForm email={link.verified.email} words={words} send={sendPassword} />
}
