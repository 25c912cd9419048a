import { Navigate, useParams } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { Builder } from './builder/builder.tsx'
import { BuilderFailed, BuilderLoading, BuilderMissing } from './builder/states.tsx'
import { useSession } from './builder/use-session.ts'

export function BuilderScreen() {
  const user = useCurrentUser()
  const { workflowId } = useParams({ strict: false })
  if (!user || !workflowId) return null
  // A new one is for those who may save it.
  if (workflowId === 'new' && !can(user, 'workflows.publish')) return <Navigate to="/workflows" replace />
  return <Opened user={user} workflowId={workflowId} />
}

function Opened({ user, workflowId }: { user: CurrentUser; workflowId: string }) {
  const opening = useSession(workflowId, user)
  if (opening.kind === 'open') {
    const { session, isFresh } = opening
    return <Builder key={opening.key} session={session} user={user} startsEditing={isFresh} />
  }
  if (opening.kind === 'missing') return <BuilderMissing />
  if (opening.kind === 'failed') return <BuilderFailed onRetry={opening.retry} retrying={opening.retrying} />
  return <BuilderLoading />
}
