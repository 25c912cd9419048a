import { Link, useNavigate } from '@tanstack/react-router'
import type { CurrentUser, Invitation } from '@throughline/contracts/auth'
import { UserRoundX } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { toast } from '../../../ui/toast.ts'
import { useJoinOrganization } from '../auth.api.ts'
import { texts } from '../auth.texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthTitle, Emphasis } from './auth-title.tsx'
import { FormProblem } from './form-problem.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useForm } from './use-form.ts'

const primaryLink = buttonClass({ variant: 'primary', size: 'lg', block: true })

type JoinWithAccountProps = { string: string; email: string; invitation: Invitation; signedIn: boolean }

/** The address has an account: that person signs in and joins, and no second account is made. */
export function JoinWithAccount({ string, email, invitation, signedIn }: JoinWithAccountProps) {
  const { organization } = invitation
  const navigate = useNavigate()
  const join = useJoinOrganization()
  const form = useForm({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await join(string)
      toast.success(texts.joined(organization))
      await navigate({ to: '/home', replace: true })
    },
    failure: { title: texts.joinFailed },
  })
  return (
    <AuthFrame>
      <AuthTitle title={texts.joinTitle(organization)}>
        <Emphasis text={texts.joinNote(email)} part={email} />
      </AuthTitle>
      <InvitationCard invitation={invitation} />
      <FormProblem problem={form.problem} seconds={form.seconds} />
      {signedIn ? (
        <form {...form.props}>
          <SubmitButton form={form} busyLabel={texts.joining}>
            {texts.join}
          </SubmitButton>
        </form>
      ) : (
        <Link to="/signin" search={{ redirect: `/signup/${encodeURIComponent(string)}` }} className={primaryLink}>
          {texts.signInToJoin}
        </Link>
      )}
    </AuthFrame>
  )
}

export function LinkOfAnother({ email, user }: { email: string; user: CurrentUser }) {
  return (
    <AuthFrame>
      <AuthTitle title={texts.otherPersonTitle} icon={UserRoundX}>
        <Emphasis text={texts.otherPersonNote(email, user.username)} part={email} />
      </AuthTitle>
      <Link to="/home" className={primaryLink}>
        {texts.backToWorkspace}
      </Link>
    </AuthFrame>
  )
}
