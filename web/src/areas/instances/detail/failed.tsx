import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import { SearchX } from 'lucide-react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { spec as shared } from '../instances.texts.ts'
import { spec, texts } from './detail.texts.ts'

type InstanceFailedProps = { found: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

/** What is not there, or not for this person, is not asked for again. */
export function InstanceFailed({ found }: InstanceFailedProps) {
  const gone = found.error instanceof ApiError && found.error.status === 404
  return (
    <div className="grid h-full place-items-center pb-24">
      <h1 tabIndex={-1} className="sr-only">
        {texts.tabsLabel}
      </h1>
      {gone ? (
        <div role="alert">
          <Empty
            icon={SearchX}
            title={shared.oneFailed}
            hint={texts.notThere}
            action={
              <Link to="/all-instances" className={buttonClass()}>
                {texts.allInstances}
              </Link>
            }
          />
        </div>
      ) : (
        <ErrorBlock
          title={shared.oneFailed}
          hint={serverMessageOf(found.error)}
          retryLabel={spec.retry}
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
    </div>
  )
}
