import { useQuery } from '@tanstack/react-query'
import type { SubmissionColumn, SubmissionRow } from '@throughline/contracts/form-submissions'
import type { ListedTrigger } from '@throughline/contracts/form-triggers'
import { Play } from 'lucide-react'
import { BulkResult } from '../../../shared/bulk-result.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useBulk } from '../../../shared/use-bulk.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { submissionCalls, triggersQuery } from '../submissions.api.ts'
import { texts } from '../submissions.texts.ts'
import { nameOf } from './answer-text.ts'
import type { SubmissionActs } from './use-submission-acts.ts'

const bulkTexts = texts.bulk

type StartBulkProps = {
  formId: string
  list: Pick<List<SubmissionRow>, 'selection'>
  columns: readonly SubmissionColumn[]
  acts: SubmissionActs
}

/** Starts a trigger's workflow for responses that came before it was added; each says afterwards what became of it. */
export function StartBulk({ formId, list, columns, acts }: StartBulkProps) {
  const { selected, clear } = list.selection
  const triggers = useQuery({ ...triggersQuery(formId), enabled: selected.length > 0 })
  const bulk = useBulk<ListedTrigger, SubmissionRow>({
    call: ({ workflow_id }, rows, idempotencyKey) =>
      submissionCalls.start(formId, { workflow_id, ids: rows.map(({ id }) => id) }, { idempotencyKey }),
    countText: bulkTexts.count,
    done: (_, what) => bulkTexts.done(what),
    after: () => {
      clear()
      return acts.refresh()
    },
  })
  const startable = triggers.data ?? []
  return (
    <>
      <BulkBar label={bulkTexts.label} count={selected.length} onClear={clear}>
        {startable.map((trigger) => (
          <Button
            key={trigger.workflow_id}
            variant="ghost"
            icon={Play}
            busy={bulk.busy}
            onClick={() => void bulk.run(trigger, selected)}
          >
            {trigger.workflow ? bulkTexts.startNamed(trigger.workflow.name) : bulkTexts.start}
          </Button>
        ))}
        {triggers.isSuccess && startable.length === 0 && <span className="px-2 text-fg-3">{bulkTexts.noTriggers}</span>}
      </BulkBar>
      <BulkResult bulk={bulk} textsOf={(row) => ({ name: nameOf(row, columns), mark: row.receipt })} />
    </>
  )
}
