import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { problemOf } from '../../../shared/form/problem.ts'
import { useCountdown } from '../../../shared/form/use-countdown.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { WHY_SIGNIN_TOAST } from '../auth.api.ts'
import { spec, texts } from '../auth.texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignin } from './auth-links.tsx'
import { AuthTitle } from './auth-title.tsx'
import type { Unanswered } from './use-verified-link.ts'

/** The form that will stand here, in grey. */
export function CheckingLink() {
  return (
    <AuthFrame>
      <h1 className="sr-only">{texts.checkingLink}</h1>
      <Loading label={texts.checkingLink}>
        <Skeleton className="mb-3 h-7 w-64" />
        <Skeleton className="mb-9 h-4 w-52" />
        <Skeleton className="mb-2 h-3.5 w-20" />
        <Skeleton className="mb-6 h-10" />
        <Skeleton className="mb-2 h-3.5 w-24" />
        <Skeleton className="mb-8 h-10" />
        <Skeleton className="h-10" />
      </Loading>
    </AuthFrame>
  )
}

export function LinkNotChecked({ error, happenedAt, retry, retrying }: Unanswered) {
  const problem = problemOf(error, { title: texts.linkNotChecked }, happenedAt)
  const throttled = 'waitUntil' in problem
  const seconds = useCountdown(throttled ? problem.waitUntil : undefined)
  return (
    <AuthFrame>
      <AuthTitle title={texts.linkNotChecked} />
      <FormProblem problem={throttled ? undefined : { title: problem.hint ?? problem.title }} seconds={seconds} />
      <Button
        variant="primary"
        size="lg"
        block
        busy={retrying}
        aria-disabled={seconds > 0}
        onClick={() => seconds === 0 && retry()}
      >
        {spec.tryAgain}
      </Button>
      <ToSignin />
    </AuthFrame>
  )
}

/** Nothing can be done here: says why and goes to the sign-in page. */
export function LeaveToSignin({ because }: { because: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(because, { id: WHY_SIGNIN_TOAST })
    void navigate({ to: '/signin', replace: true })
  }, [because, navigate])
  return <CheckingLink />
}
