import { Link, useNavigate } from '@tanstack/react-router'
import type { CurrentUser, Invitation } from '@throughline/contracts/auth'
import { UserRoundX } from 'lucide-react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { toast } from '../../../ui/toast.ts'
import { useJoinOrganization } from '../auth.api.ts'
import { texts } from '../auth.texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthTitle, Emphasis, usePageTitle } from './auth-title.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { SubmitButton } from './submit-button.tsx'

const quietButton = buttonClass({ size: 'lg', block: true })
const primaryLink = buttonClass({ variant: 'primary', size: 'lg', block: true })

type JoinWithAccountProps = { string: string; email: string; invitation: Invitation; signedIn: boolean }

/** The address has an account: that person signs in and joins, and no second account is made. */
export function JoinWithAccount({ string, email, invitation, signedIn }: JoinWithAccountProps) {
  const { organization } = invitation
  usePageTitle(texts.joinTitle(organization))
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
      <p className="-mt-2 mb-6 text-sm text-fg-3">{texts.joinMoves}</p>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      {signedIn ? (
        <form {...form.props}>
          <SubmitButton form={form} busyLabel={texts.joining}>
            {texts.join}
          </SubmitButton>
          <Link to="/home" className={cn('mt-3', quietButton)}>
            {texts.backToWorkspace}
          </Link>
        </form>
      ) : (
        <Link to="/signin" search={{ redirect: `/signup/${encodeURIComponent(string)}` }} className={primaryLink}>
          {texts.signInToJoin}
        </Link>
      )}
    </AuthFrame>
  )
}

type LinkOfAnotherProps = { email: string; user: CurrentUser; onLogOut: () => void }

export function LinkOfAnother({ email, user, onLogOut }: LinkOfAnotherProps) {
  usePageTitle(texts.otherPersonTitle)
  return (
    <AuthFrame>
      <AuthTitle title={texts.otherPersonTitle} icon={UserRoundX}>
        <Emphasis text={texts.otherPersonNote(email, user.username)} part={email} />
      </AuthTitle>
      <Button variant="primary" size="lg" block onClick={onLogOut}>
        {texts.logOut}
      </Button>
      <Link to="/home" className={cn('mt-3', quietButton)}>
        {texts.backToWorkspace}
      </Link>
    </AuthFrame>
  )
}
