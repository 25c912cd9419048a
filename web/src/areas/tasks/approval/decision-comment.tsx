import type { Task } from '@throughline/contracts/tasks'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from './approval.texts.ts'
import { boundFiles } from './bound-files.ts'
import { leadsText } from './leads-text.ts'
import type { useDecision } from './use-decision.ts'

type DecisionCommentProps = {
  task: Task
  decision: Pick<ReturnType<typeof useDecision>, 'id' | 'comment' | 'setComment' | 'missing' | 'files'>
}

/** What a decision says, and whether the files under it have changed meanwhile. */
export function DecisionComment({ task, decision }: DecisionCommentProps) {
  const { id, comment, setComment, missing, files } = decision
  return (
    <>
      {files.changed && (
        <Banner tone="warning" title={texts.changedMeanwhile} className="mb-3">
          {files.isTaken && texts.pressAgain}
        </Banner>
      )}
      <Field
        id={id}
        label={texts.comment}
        action={task.leads.changes !== null ? texts.commentNote : texts.commentNoteOne}
        error={missing && texts.commentMissing}
      >
        <Textarea
          rows={2}
          maxLength={5000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
          className="max-[759px]:min-h-11!"
        />
      </Field>
    </>
  )
}

/** What follows from a decision, and what it applies to. */
export const consequenceText = (task: Task, waits: boolean): string =>
  [
    ...(task.can.approve ? [] : [texts.ownVersion]),
    ...(waits && task.can.approve ? [texts.waitsForFile] : []),
    leadsText(task),
    ...(boundFiles(task).length > 0 ? [texts.boundToBytes] : []),
  ].join(' ')
