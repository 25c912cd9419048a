import { MailCheck } from 'lucide-react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useCountdown } from '../../../shared/form/use-countdown.ts'
import type { useForm } from '../../../shared/form/use-form.ts'
import { countdownText } from '../../../shared/format/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../auth.texts.ts'
import type { EmailLinkTexts } from '../email-link.screen.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignin } from './auth-links.tsx'
import { AuthTitle, Emphasis } from './auth-title.tsx'

const RESEND_AFTER = 60_000

type LinkSentProps = {
  linkTexts: EmailLinkTexts
  email: string
  sentAt: number
  form: ReturnType<typeof useForm<'email'>>
  onOther: () => void
}

export function LinkSent({ linkTexts, email, sentAt, form, onOther }: LinkSentProps) {
  const rest = useCountdown(sentAt + RESEND_AFTER)
  const closed = rest > 0 || form.waiting
  return (
    <AuthFrame>
      <AuthTitle title={texts.sentTitle} icon={MailCheck} focus>
        <Emphasis text={linkTexts.onItsWay(email)} part={email} />
      </AuthTitle>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <form {...form.props} className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="lg"
          className={cn('tnum flex-1', closed && 'bg-surface-2! text-fg-disabled! shadow-none!')}
          busy={form.busy}
          aria-disabled={closed}
          onClick={(event) => closed && event.preventDefault()}
        >
          {rest > 0 ? texts.resendLinkIn(countdownText(rest)) : texts.resendLink}
        </Button>
        <Button size="lg" className="flex-1" onClick={onOther}>
          {texts.otherEmail}
        </Button>
      </form>
      <p className="mt-4 text-sm text-pretty text-fg-3">{linkTexts.nothingCame}</p>
      <ToSignin />
    </AuthFrame>
  )
}
