import { EmailAddress } from '@throughline/contracts/email-address'
import { useState } from 'react'
import { FormProblem } from '../../shared/form/form-problem.tsx'
import type { Failure } from '../../shared/form/problem.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { sendRegistrationLink, sendResetLink } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { AuthFrame } from './parts/auth-frame.tsx'
import { ToSignin } from './parts/auth-links.tsx'
import { AuthTitle } from './parts/auth-title.tsx'
import { LinkSent } from './parts/link-sent.tsx'
import { SubmitButton } from './parts/submit-button.tsx'

export type EmailLinkTexts = {
  title: string
  note: string
  submit: string
  busy: string
  /** Under the field, for what is no address at all. */
  malformed: string
  sent: string
  onItsWay: (email: string) => string
  nothingCame: string
  failure: Failure
}

/** One address, one call, then "check your e-mail" with a way to send it again. */
function EmailLink({ linkTexts, send }: { linkTexts: EmailLinkTexts; send: (email: string) => Promise<unknown> }) {
  const [sentAt, setSentAt] = useState<number>()
  const [returned, setReturned] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => {
      if (!email.trim()) return { email: texts.enterEmail }
      return EmailAddress.safeParse(email).success ? {} : { email: `${linkTexts.malformed} ${texts.emailRule}` }
    },
    submit: async ({ email }) => {
      await send(email.trim())
      setSentAt(Date.now())
      toast.success(linkTexts.sent, { id: 'link-sent' })
    },
    failure: linkTexts.failure,
  })

  if (sentAt !== undefined)
    return (
      <LinkSent
        linkTexts={linkTexts}
        email={form.values.email.trim()}
        sentAt={sentAt}
        form={form}
        onOther={() => {
          setSentAt(undefined)
          setReturned(true)
        }}
      />
    )
  return (
    <AuthFrame>
      <AuthTitle title={linkTexts.title} focus={returned}>
        {linkTexts.note}
      </AuthTitle>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <form {...form.props} className="space-y-5">
        <Field label={texts.email} error={form.errors.email}>
          <Input
            {...form.field('email')}
            size="lg"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={texts.emailExample}
          />
        </Field>
        <SubmitButton form={form} busyLabel={linkTexts.busy}>
          {linkTexts.submit}
        </SubmitButton>
      </form>
      <ToSignin />
    </AuthFrame>
  )
}

const forgotTexts: EmailLinkTexts = {
  title: texts.forgotTitle,
  note: texts.forgotNote,
  submit: spec.sendResetLink,
  busy: texts.sending,
  malformed: spec.noUser,
  sent: spec.resetLinkSent,
  onItsWay: texts.resetOnItsWay,
  nothingCame: texts.noResetMessage,
  failure: { title: texts.linkNotSent },
}

export function ForgotPasswordScreen() {
  return <EmailLink linkTexts={forgotTexts} send={sendResetLink} />
}

const registrationTexts: EmailLinkTexts = {
  title: texts.registerTitle,
  note: texts.registerNote,
  submit: spec.sendRegistrationLink,
  busy: spec.verifying,
  malformed: spec.registrationFailed,
  sent: spec.registrationLinkSent,
  onItsWay: texts.registrationOnItsWay,
  nothingCame: texts.noRegistrationMessage,
  failure: { title: spec.registrationFailed, hint: () => texts.registrationNotSent, fixed: true },
}

export function RegisterScreen() {
  return <EmailLink linkTexts={registrationTexts} send={sendRegistrationLink} />
}
