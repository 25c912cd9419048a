import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { SearchX } from 'lucide-react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { type FailedQuery, QueryFailed } from '../../shared/query-failed.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { spec, texts } from './detail/detail.texts.ts'
import { InstanceDetail } from './detail/instance-detail.tsx'
import { instanceQuery } from './instances.api.ts'
import { spec as shared } from './instances.texts.ts'

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

/** What is not there, or not for this person, is not asked for again. */
function InstanceFailed({ found }: { found: FailedQuery }) {
  return (
    <div className="grid h-full place-items-center pb-24">
      <h1 tabIndex={-1} className="sr-only">
        {texts.tabsLabel}
      </h1>
      <QueryFailed
        query={found}
        title={shared.oneFailed}
        retryLabel={spec.retry}
        gone={{
          icon: SearchX,
          title: shared.oneFailed,
          hint: texts.notThere,
          action: (
            <Link to="/all-instances" className={buttonClass()}>
              {texts.allInstances}
            </Link>
          ),
        }}
      />
    </div>
  )
}

/** Shaped like the page. */
function InstanceLoading() {
  return (
    <Loading label={shared.loadingOne} className="h-full overflow-hidden">
      <div className="space-y-2.5 px-6 pt-5 pb-4">
        <Skeleton className="h-3 w-80" />
        <Skeleton className="h-5 w-64" />
        <Skeleton className="h-3 w-96" />
      </div>
      <div className="flex gap-8 border-y bg-surface-2 px-6 py-4">
        {['status', 'priority', 'progress', 'due', 'running'].map((name) => (
          <div key={name} className="space-y-2">
            <Skeleton className="h-2.5 w-12" />
            <Skeleton className="h-3 w-24" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-4 gap-10 border-b bg-board px-6 py-16">
        {['first', 'second', 'third', 'fourth'].map((name) => (
          <Skeleton key={name} className="h-15 rounded-md" />
        ))}
      </div>
      <div className="space-y-4 px-6 py-6">
        <Skeleton className="h-3 w-72" />
        <Skeleton className="h-3 w-56" />
      </div>
    </Loading>
  )
}
