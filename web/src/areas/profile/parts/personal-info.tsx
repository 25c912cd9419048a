import type { CurrentUser } from '@throughline/contracts/auth'
import type { Profile } from '@throughline/contracts/profile'
import { Username } from '@throughline/contracts/username'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import type { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { isSingleSignOn } from '../profile.api.ts'
import { spec, texts } from '../profile.texts.ts'
import { ChangeEmail } from './change-email.tsx'
import { useInlineForm } from './use-inline-form.ts'

const personalTexts = texts.personal

export const PERSONAL_FORM = 'personal-info'

export type PersonalForm = ReturnType<typeof useForm<'name' | 'username'>>

export const checkPersonal = ({ name, username }: { name: string; username: string }) => ({
  ...(!name.trim() && { name: personalTexts.enterName }),
  ...(!Username.safeParse(username).success && { username: personalTexts.usernameRule }),
})

const Email = ({ email }: { email: string }) => (
  <span className="inline-flex max-w-full flex-wrap items-center gap-2">
    <span translate="no" className="min-w-0 break-all">
      {email}
    </span>
    <Tag tone="success" icon={CircleCheck}>
      {personalTexts.verified}
    </Tag>
  </span>
)

export function PersonalView({ user, profile }: { user: CurrentUser; profile: Profile }) {
  const standing = [user.role_display_name, user.department].filter(Boolean).join(', ')
  const own = (text: string) => <span translate="no">{text}</span>
  return (
    <Card title={personalTexts.title}>
      <Facts
        items={[
          [personalTexts.name, own(profile.name)],
          [personalTexts.username, own(profile.username)],
          [personalTexts.email, <Email key="email" email={profile.email} />],
          ...(user.organization_id === null ? [] : [[personalTexts.role, own(standing)] as const]),
        ]}
      />
    </Card>
  )
}

/** Name and username are saved together; the e-mail address has its own two steps. */
export function PersonalEdit({ profile, form }: { profile: Profile; form: PersonalForm }) {
  const { isOpen: changing, setOpen: setChanging, opener, close } = useInlineForm()
  const locked = isSingleSignOn(profile)
  return (
    <Card title={personalTexts.title}>
      <div className="p-5">
        <FormProblem problem={form.problem} seconds={form.seconds} />
        <form {...form.props} id={PERSONAL_FORM} className="grid gap-x-5 gap-y-4 @md:grid-cols-2">
          <Field label={personalTexts.name} error={form.errors.name}>
            <Input {...form.field('name')} autoComplete="name" />
          </Field>
          <Field label={personalTexts.username} error={form.errors.username} hint={personalTexts.usernameHint}>
            <Input {...form.field('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
          </Field>
          {/* Enter sends a form of several fields only when it has a button of its own. */}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </form>
        <div className="mt-4">
          <p className="mb-1.5 text-sm font-medium">{personalTexts.email}</p>
          <div className="flex flex-wrap items-center gap-3">
            <Email email={profile.email} />
            <span className="flex-1" />
            {!locked && (
              <Button ref={opener} aria-expanded={changing} onClick={() => setChanging(!changing)}>
                {spec.changeEmail}
              </Button>
            )}
          </div>
          {locked && <p className="mt-1.5 text-xs text-fg-3">{personalTexts.singleSignOn}</p>}
        </div>
        {changing && <ChangeEmail profile={profile} onClose={close} />}
      </div>
    </Card>
  )
}

/** Names and values, two beside each other where there is room. */
function Facts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-5 gap-y-4 p-5 @md:grid-cols-2">
      {items.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-fg-3">{name}</dt>
          <dd className="mt-0.5 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
