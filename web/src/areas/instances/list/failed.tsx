import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { spec } from '../instances.texts.ts'

/** Stands where the list would be. */
export function ListFailed({ list }: { list: Pick<UseInfiniteQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  return (
    <div className="grid flex-1 place-items-center pb-24">
      <ErrorBlock
        title={spec.loadFailed}
        hint={serverMessageOf(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    </div>
  )
}
