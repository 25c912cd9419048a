import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import type { Profile } from '@throughline/contracts/profile'
import { useEffect, useRef, useState } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Strength } from '../../../ui/strength.tsx'
import { toast } from '../../../ui/toast.ts'
import { rulesFor, SHORTEST_PASSWORD } from '../../auth/parts/new-password-fields.tsx'
import { useProfileChanges } from '../profile.api.ts'
import { spec, texts } from '../profile.texts.ts'

const passwordTexts = texts.password

type Values = { current_password: string; new_password: string; confirm: string }

const check = ({ current_password, new_password, confirm }: Values) => ({
  ...(!current_password && { current_password: spec.currentRequired }),
  ...(!new_password
    ? { new_password: spec.newRequired }
    : new_password.length < SHORTEST_PASSWORD && { new_password: spec.tooShort }),
  ...(new_password !== confirm && { confirm: spec.mismatch }),
})

export function ChangePassword({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { changePassword } = useProfileChanges(profile.id)
  const [left, setLeft] = useState(false)
  const form = useForm({
    initial: { current_password: '', new_password: '', confirm: '' },
    check,
    submit: async ({ current_password, new_password }) => {
      await changePassword({ current_password, new_password })
      toast.success(spec.passwordChanged)
      onClose()
    },
    failure: { title: spec.passwordFailed, fixed: true },
    refused: (error) =>
      error instanceof ApiError && error.code === CODES.invalidPassword
        ? { current_password: spec.wrongPassword }
        : undefined,
  })
  const { new_password: next, confirm } = form.values
  const differs = left && confirm !== '' && confirm !== next
  const place = useRef<HTMLDivElement>(null)
  // It was opened to be typed into.
  useEffect(() => place.current?.querySelector<HTMLElement>('input[name]')?.focus(), [])
  return (
    <div ref={place} className="bg-surface-2 p-5 @md:pl-17 dark:bg-surface">
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <form {...form.props}>
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly autoComplete="username" value={profile.email} />
        <div className="grid max-w-140 gap-x-5 gap-y-4 @md:grid-cols-2">
          <Field label={passwordTexts.current} error={form.errors.current_password}>
            <PasswordInput {...form.field('current_password')} autoComplete="current-password" />
          </Field>
          <span className="hidden @md:block" />
          <Field label={passwordTexts.new} error={form.errors.new_password}>
            <PasswordInput {...form.field('new_password')} autoComplete="new-password" />
          </Field>
          <Field label={passwordTexts.confirm} error={differs ? spec.mismatch : form.errors.confirm}>
            <PasswordInput {...form.field('confirm')} autoComplete="new-password" onBlur={() => setLeft(true)} />
          </Field>
          <div className="@md:col-span-2">
            <Strength rules={rulesFor(next)} untouched={next === ''} />
          </div>
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={form.busy} disabled={form.waiting}>
            {spec.changePassword}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <span className="text-xs text-fg-3">{passwordTexts.others}</span>
        </div>
      </form>
    </div>
  )
}
