import type { TaskKindProps } from '../detail/frame.ts'
import { Section } from '../detail/section.tsx'
import { SideActs } from '../detail/side-acts.tsx'
import { TaskNotices } from '../detail/task-notices.tsx'
import { texts } from './approval.texts.ts'
import { DecidedOn } from './decided-on.tsx'
import { Decision } from './decision.tsx'
import { leadsText } from './leads-text.ts'
import { Votes } from './votes.tsx'

/** What is decided on, who has voted, and one's own vote. */
export function ApprovalTask({ task, user, place, renderFrame }: TaskKindProps) {
  const acts = <SideActs task={task} place={place} />
  return renderFrame({
    task,
    main: <DecidedOn task={task} />,
    beside: (
      <>
        <TaskNotices task={task} user={user} />
        <Section title={texts.approvals} action={task.can.decide && acts}>
          <Votes task={task} />
        </Section>
        {task.can.decide && <p className="text-xs text-fg-3 min-[760px]:hidden">{leadsText(task)}</p>}
      </>
    ),
    footer: task.can.decide ? (
      <Decision task={task} place={place} />
    ) : (
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <p className="min-w-0 flex-1 px-1 text-sm text-fg-3">{whyNot(task)}</p>
        {acts}
      </div>
    ),
  })
}

function whyNot({ state, seats, blocked_by }: TaskKindProps['task']): string {
  if (blocked_by) return blocked_by
  if (state === 'completed' || state === 'cancelled') return texts.over
  return seats.some(({ mine, verdict }) => mine && verdict) ? texts.voted : texts.notMine
}
