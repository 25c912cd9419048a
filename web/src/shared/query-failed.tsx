import { ApiError } from '@throughline/contracts/client'
import type { ReactNode } from 'react'
import { Empty, type EmptyProps } from '../ui/empty.tsx'
import { ErrorBlock } from '../ui/error-block.tsx'
import { reasonOf } from './server-message.ts'

/** It does not exist any more, or never did for this person. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }

type QueryFailedProps = {
  query: FailedQuery
  title: string
  /** Instead of what the server said. */
  hint?: ReactNode
  /** Where the specification has another word for it. */
  retryLabel?: string | undefined
  /** What is said of something that is not there: that is not asked for again. */
  gone?: EmptyProps
}

/** Stands where an answer would be that did not come. */
export function QueryFailed({ query, title, hint, retryLabel, gone }: QueryFailedProps) {
  const { error, isFetching, refetch } = query
  if (gone && isGone(error)) return <Gone {...gone} />
  return (
    <ErrorBlock
      title={title}
      hint={hint ?? reasonOf(error)}
      {...(retryLabel !== undefined && { retryLabel })}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

export const Gone = (what: EmptyProps) => (
  <div role="alert">
    <Empty {...what} />
  </div>
)
