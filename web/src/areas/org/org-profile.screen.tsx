import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { organizationQuery } from './org.api.ts'
import { texts } from './org.texts.ts'
import { CreateProfile } from './profile/create-profile.tsx'
import { EditProfile } from './profile/edit-profile.tsx'
import { Frame } from './profile/frame.tsx'
import { ProfileSkeleton } from './profile/profile-skeleton.tsx'
import { ViewProfile } from './profile/view-profile.tsx'

/** Without an organisation the page makes one. */
export function OrgProfileScreen() {
  const user = useCurrentUser()
  const [created, setCreated] = useState(false)
  if (!user) return null
  if (user.organization_id === null) return <CreateProfile onDone={() => setCreated(true)} />
  return <Profile key={user.organization_id} user={user} orgId={user.organization_id} created={created} />
}

function Profile({ user, orgId, created }: { user: CurrentUser; orgId: TenantId; created: boolean }) {
  const organization = useQuery(organizationQuery(orgId))
  const { data } = organization
  const [editing, setEditing] = useState(false)
  const [returned, setReturned] = useState(created)
  if (data && editing) {
    const done = () => {
      setEditing(false)
      setReturned(true)
    }
    return <EditProfile user={user} organization={data} onDone={done} />
  }
  if (data) return <ViewProfile user={user} organization={data} returned={returned} onEdit={() => setEditing(true)} />
  return (
    <Frame user={user}>
      {organization.isError ? <QueryFailed query={organization} title={texts.loadFailed} /> : <ProfileSkeleton />}
    </Frame>
  )
}
