import { ApiError } from '@throughline/contracts/client'
import { EmailAddress } from '@throughline/contracts/email-address'
import type { Profile } from '@throughline/contracts/profile'
import { useEffect, useRef, useState } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { useConfirmation } from '../../auth/parts/use-confirmation.tsx'
import { checkEmail, sendEmailChange } from '../profile.api.ts'
import { spec, texts } from '../profile.texts.ts'

const emailTexts = texts.email

/** The server's words where it has some; a conflict always means that the address is taken. */
function emailProblem(error: unknown, otherwise: string) {
  if (!(error instanceof ApiError) || error.status === 429) return undefined
  if (error.status === 409) return { email: spec.emailTaken }
  const own = error.errors?.find(({ path }) => path.endsWith('email'))?.message
  return { email: own ?? (error.code === 'unknown' || error.status >= 500 ? otherwise : error.message) }
}

/** Two steps: is the address free, then send the link. Typing again returns to the first. */
export function ChangeEmail({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const current = profile.email
  const confirmation = useConfirmation(profile)
  const input = useRef<HTMLInputElement>(null)
  const [free, setFree] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => {
      if (!email.trim()) return { email: emailTexts.enter }
      if (email.trim().toLowerCase() === current.toLowerCase()) return { email: spec.sameEmail }
      return EmailAddress.safeParse(email).success ? {} : { email: emailTexts.rule }
    },
    submit: async (values) => {
      const email = values.email.trim()
      if (free !== email) {
        if (await checkEmail(email)) setFree(email)
        else throw new ApiError(409, {})
        return
      }
      if (!(await confirmation.run(() => sendEmailChange(email, current)))) return
      toast.success(emailTexts.sent(email), { description: emailTexts.sentNote, timeout: 0 })
      onClose()
    },
    failure: { title: free === undefined ? spec.emailCheckFailed : spec.emailFailed },
    refused: (error) => emailProblem(error, free === undefined ? spec.emailCheckFailed : spec.emailFailed),
  })
  // It was opened to be typed into.
  useEffect(() => input.current?.focus(), [])
  const isFree = free !== undefined && free === form.values.email.trim()
  const field = form.field('email')
  return (
    <>
      <form {...form.props} className="mt-4 rounded-md border bg-surface-2 p-4 dark:bg-surface">
        <FormProblem problem={form.problem} seconds={form.seconds} />
        <Field label={emailTexts.field} error={form.errors.email} good={isFree && spec.emailFree}>
          <Input
            {...field}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            ref={input}
            onChange={(event) => {
              setFree(undefined)
              field.onChange(event)
            }}
          />
        </Field>
        <output className="sr-only">{isFree && spec.emailFree}</output>
        <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
          <span className="min-w-0 flex-1 text-xs text-fg-3">{emailTexts.note}</span>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} disabled={form.waiting}>
            {isFree ? spec.updateEmail : emailTexts.check}
          </Button>
        </div>
      </form>
      {confirmation.dialog}
    </>
  )
}
