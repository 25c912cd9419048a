import { serverMessageOf } from '../../../shared/server-message.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { spec } from '../documents.texts.ts'

type Asked = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** Stands where the documents would be. */
export function FilesFailed({ asked }: { asked: Asked }) {
  return (
    <div className="grid flex-1 place-items-center pb-24">
      <ErrorBlock
        title={spec.failed}
        hint={serverMessageOf(asked.error)}
        retryLabel={spec.tryAgain}
        retrying={asked.isFetching}
        onRetry={() => void asked.refetch()}
      />
    </div>
  )
}
