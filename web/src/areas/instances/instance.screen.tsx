import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useCurrentUser } from '../../shared/current-user.ts'
import { InstanceFailed } from './detail/failed.tsx'
import { InstanceDetail } from './detail/instance-detail.tsx'
import { InstanceLoading } from './detail/loading.tsx'
import { instanceQuery } from './instances.api.ts'

export function InstanceScreen() {
  const user = useCurrentUser()
  const { instanceId = '' } = useParams({ strict: false })
  return user ? <Found key={instanceId} user={user} instanceId={instanceId} /> : null
}

function Found({ user, instanceId }: { user: CurrentUser; instanceId: string }) {
  const found = useQuery(instanceQuery(instanceId))
  if (found.data) return <InstanceDetail instance={found.data} user={user} />
  return found.isError ? <InstanceFailed found={found} /> : <InstanceLoading />
}
