import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Profile } from '@throughline/contracts/profile'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from '../../shared/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { hasMod, modKey } from '../../ui/mod-key.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { toast } from '../../ui/toast.ts'
import { organizationQuery } from '../org/org.api.ts'
import { IdentityCard } from './parts/identity-card.tsx'
import { MoreActions } from './parts/more-actions.tsx'
import { checkPersonal, PERSONAL_FORM, PersonalEdit, type PersonalForm, PersonalView } from './parts/personal-info.tsx'
import { Preferences, type Shortcuts } from './parts/preferences.tsx'
import { ProfileSkeleton } from './parts/profile-skeleton.tsx'
import { ProfileTabs } from './parts/profile-tabs.tsx'
import { Security } from './parts/security.tsx'
import { Subscription } from './parts/subscription.tsx'
import { profileQuery, useProfileChanges } from './profile.api.ts'
import { texts } from './profile.texts.ts'

type ProfileScreenProps = { user: CurrentUser; shortcuts: Shortcuts }

export function ProfileScreen({ user, shortcuts }: ProfileScreenProps) {
  const profile = useQuery(profileQuery(user.id))
  if (profile.data) return <Loaded user={user} profile={profile.data} shortcuts={shortcuts} />
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title} tabs={<ProfileTabs current="profile" />} />
      {profile.isError ? (
        <ErrorBlock title={texts.failed} onRetry={() => void profile.refetch()} retrying={profile.isFetching} />
      ) : (
        <ProfileSkeleton />
      )}
    </div>
  )
}

function Loaded({ user, profile, shortcuts }: ProfileScreenProps & { profile: Profile }) {
  const { save } = useProfileChanges(user.id)
  const [editing, setEditing] = useState(false)
  const organization = useQuery({ ...organizationQuery(user.tenant_id), enabled: user.organization_id !== null })
  const form = useForm({
    initial: { name: profile.name, username: profile.username },
    check: checkPersonal,
    submit: async ({ name, username }) => {
      await save({ name: name.trim(), username: username.trim() })
      setEditing(false)
      toast.success(texts.saved)
    },
    failure: { title: texts.notSaved, hint: () => texts.notSavedNote },
  })
  const edit = (on: boolean) => {
    form.set('name', profile.name)
    form.set('username', profile.username)
    setEditing(on)
  }
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title} tabs={<ProfileTabs current="profile" />}>
        {editing ? (
          <EditButtons form={form} onCancel={() => edit(false)} />
        ) : (
          <Button variant="primary" icon={Pencil} onClick={() => edit(true)}>
            {texts.edit}
          </Button>
        )}
      </ScreenHeader>
      <div className="min-h-0 flex-1 overflow-y-auto bg-board">
        <div className="mx-auto grid max-w-280 items-start gap-5 px-4 py-6 min-[760px]:px-6 min-[900px]:grid-cols-[272px_minmax(0,1fr)]">
          <div className="min-w-0 space-y-5">
            <IdentityCard user={user} profile={profile} editing={editing} />
            <Preferences
              profile={profile}
              organizationZone={organization.data?.time_zone ?? null}
              shortcuts={shortcuts}
            />
          </div>
          <div className="min-w-0 space-y-5">
            {editing ? <PersonalEdit profile={profile} form={form} /> : <PersonalView user={user} profile={profile} />}
            <Security profile={profile} />
            {user.organization_id === null && <Subscription timeZone={profile.time_zone} />}
            <MoreActions user={user} profile={profile} />
          </div>
        </div>
      </div>
    </div>
  )
}

function EditButtons({ form, onCancel }: { form: PersonalForm; onCancel: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!hasMod(event) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      const element = document.getElementById(PERSONAL_FORM)
      if (element instanceof HTMLFormElement) element.requestSubmit()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <Button
        type="submit"
        form={PERSONAL_FORM}
        variant="primary"
        kbd={modKey('S')}
        busy={form.busy}
        disabled={form.waiting}
      >
        {texts.save}
      </Button>
    </>
  )
}
