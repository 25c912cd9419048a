import type { CurrentUser } from '@throughline/contracts/auth'
import type { Profile } from '@throughline/contracts/profile'
import { AtSign, Building2, Globe, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clockTime } from '../../../shared/format/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { texts } from '../profile.texts.ts'
import { ChangePhoto, RemovePhoto } from './photo-buttons.tsx'

type IdentityCardProps = { user: CurrentUser; profile: Profile; editing: boolean }

export function IdentityCard({ user, profile, editing }: IdentityCardProps) {
  const now = useMinute()
  const identityTexts = texts.identity
  const inOrganization = user.organization_id !== null
  const standing = inOrganization
    ? user.department
      ? identityTexts.standing(user.role_display_name, user.department)
      : user.role_display_name
    : identityTexts.ownWorkspace
  return (
    <Card>
      <div className="flex flex-col items-center px-5 pt-6 pb-5 text-center">
        <span className="relative">
          <Avatar name={profile.name} src={profile.photo ?? undefined} size={96} />
          {editing && <ChangePhoto profile={profile} />}
        </span>
        <p translate="no" className="mt-3.5 max-w-full text-lg font-semibold break-words">
          {profile.name}
        </p>
        <p translate={inOrganization ? 'no' : undefined} className="text-sm text-fg-3">
          {standing}
        </p>
        {editing && <p className="mt-2 text-xs text-fg-3">{texts.photo.hint}</p>}
        {editing && profile.photo !== null && <RemovePhoto profile={profile} />}
      </div>
      <ul className="space-y-2 border-t px-5 py-3.5 text-sm text-fg-2">
        <Fact icon={AtSign}>
          <span translate="no">{profile.username}</span>
        </Fact>
        <Fact icon={Building2}>
          {inOrganization ? (
            <span translate="no">{identityTexts.in(user.tenant_name, user.role_display_name)}</span>
          ) : (
            identityTexts.noOrganization
          )}
        </Fact>
        <Fact icon={Globe}>
          <span translate="no" className="tnum">
            {cityOf(profile.time_zone)}, {clockTime(now, profile.time_zone)}
          </span>
        </Fact>
      </ul>
    </Card>
  )
}

const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2.5">
      <Icon size={15} aria-hidden className="shrink-0 text-fg-3" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
