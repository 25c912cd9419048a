import type { Task } from '@throughline/contracts/tasks'
import { listText } from '../../../shared/format/list-text.ts'
import { DecisionBar, type DecisionBody, decidedText, VERDICTS } from '../../tasks/parts/decision-bar.tsx'
import { texts } from './pane.texts.ts'
import type { MessageActs } from './use-message-act.ts'

type DecideFooterProps = { task: Task; waits: boolean; keys?: boolean; acts: MessageActs }

/** The decision, sent as the act of the message that asked for it. */
export function DecideFooter({ task, waits, keys = false, acts }: DecideFooterProps) {
  const { busy, act } = acts
  const call = ({ decision, comment, files }: DecisionBody, onFailed: (error: unknown) => boolean) => {
    const leads = task.leads[decision]
    return act(
      { action: decision, comment, files },
      {
        title: decidedText(task, decision),
        ...(leads && leads.length > 0 && { note: texts.stepStarts(listText(leads)) }),
        onFailed,
      },
    )
  }
  return <DecisionBar task={task} waits={waits} busy={VERDICTS.find((one) => one === busy)} keys={keys} call={call} />
}
