import type { TaskRow } from '@throughline/contracts/tasks'
import { Tag } from '../../../ui/tag.tsx'
import { outcomeLabels } from './outcomes.texts.ts'

/** On a row or a card: somebody wants to have it otherwise. Their words show where the pointer rests, and in the task. */
export function ChangeMark({ task: { change_request: request } }: { task: Pick<TaskRow, 'change_request'> }) {
  return (
    request && (
      <span translate="no" title={request.comment} className="relative z-10 inline-flex shrink-0">
        <Tag tone="warning">
          <span translate="yes">{outcomeLabels[request.verdict === 'reject' ? 'rejected' : 'changes']}</span>
        </Tag>
      </span>
    )
  )
}
