import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CircleCheck, type LucideIcon, MailX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { currentUserQuery } from '../../shared/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { cn } from '../../ui/cn.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { spec, texts } from './auth.texts.ts'
import { AuthFrame } from './parts/auth-frame.tsx'
import { LeaveToSignin, LinkNotChecked } from './parts/link-states.tsx'
import { useVerifiedLink } from './parts/use-verified-link.ts'

export function VerifyScreen() {
  const { verification_string: string } = useParams({ strict: false })
  const link = useVerifiedLink(string, ['change_email'])
  const queries = useQueryClient()
  const done = link.state === 'good'
  useEffect(() => {
    if (done) void queries.invalidateQueries(currentUserQuery)
  }, [done, queries])

  switch (link.state) {
    case 'missing':
      return <LeaveToSignin because={spec.invalidLink} />
    case 'unanswered':
      return <LinkNotChecked {...link} />
    case 'checking':
      return <Result text={spec.verifyingEmail} />
    case 'bad':
      return (
        <Result
          icon={MailX}
          tone="bg-danger-bg text-danger-fg"
          text={spec.emailNotVerified}
          note={texts.usedVerifyLink}
        >
          <Button variant="primary" size="lg" block busy={link.retrying} onClick={link.retry}>
            {spec.tryAgain}
          </Button>
          <Link to="/signin" className={buttonClass({ size: 'lg', block: true, className: 'mt-3' })}>
            {spec.continueToWorkspace}
          </Link>
        </Result>
      )
    case 'good':
      break
  }
  return (
    <Result icon={CircleCheck} tone="bg-success-bg text-success-fg" text={spec.emailVerified}>
      <Link to="/signin" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        {spec.continueToWorkspace}
      </Link>
    </Result>
  )
}

type ResultProps = { text: string; note?: string; icon?: LucideIcon; tone?: string; children?: ReactNode }

function Result({ text, note, icon: Icon, tone = 'bg-accent-subtle text-accent-text', children }: ResultProps) {
  return (
    <AuthFrame>
      <span aria-hidden className={cn('mb-5 grid size-12 place-items-center rounded-xl', tone)}>
        {Icon ? <Icon size={22} strokeWidth={1.8} /> : <Spinner size={22} />}
      </span>
      <h1 tabIndex={-1} className="sr-only">
        {texts.verifyTitle}
      </h1>
      <output className="block text-xl font-semibold tracking-(--track-tight) text-pretty">{text}</output>
      {note && <p className="mt-2 text-md text-pretty text-fg-2">{note}</p>}
      <div className="mt-7">{children}</div>
    </AuthFrame>
  )
}
