import type { CurrentUser } from '@throughline/contracts/auth'
import type { Attachment, Task } from '@throughline/contracts/tasks'
import { useState } from 'react'
import { Section } from '../../../ui/section.tsx'
import { Attachments } from '../detail/attachments.tsx'
import type { TaskKindProps } from '../detail/frame.ts'
import { SideActs } from '../detail/side-acts.tsx'
import { TaskNotices } from '../detail/task-notices.tsx'
import { texts } from './approval.texts.ts'
import { boundFiles, isOver } from './bound-files.ts'
import { Answers, DecidedOn } from './decided-on.tsx'
import { Decision } from './decision.tsx'
import { Documents } from './documents.tsx'
import { leadsText } from './leads-text.ts'
import { Votes } from './votes.tsx'

const PHONE = '(width < 760px)'

/** A page with room shows the file itself; elsewhere it opens over what is there. */
function visibleFiles(task: Task, hasRoom: boolean): readonly [Attachment, ...Attachment[]] | undefined {
  const [first, ...rest] = hasRoom ? boundFiles(task) : []
  return first && [first, ...rest]
}

/** What is decided on, who has voted, and one's own vote. */
export function ApprovalTask({ task, user, surface, renderFrame }: TaskKindProps) {
  const [hasRoom] = useState(() => surface === 'page' && !matchMedia(PHONE).matches)
  const acts = <SideActs task={task} surface={surface} />
  const files = visibleFiles(task, hasRoom)
  const [shown, setShown] = useState(false)
  return renderFrame({
    task,
    ...(files && { desk: <Documents task={task} files={files} onShown={setShown} /> }),
    main: files ? null : <DecidedOn task={task} />,
    beside: (
      <>
        <TaskNotices task={task} user={user} />
        <Section title={texts.approvals} action={task.can.decide && acts}>
          <Votes task={task} />
        </Section>
        {task.can.decide && <p className="text-xs text-fg-3 min-[760px]:hidden">{leadsText(task)}</p>}
        {files && <Answers facts={task.facts} />}
        {files && <Attachments task={task} />}
      </>
    ),
    footer: task.can.decide ? (
      <Decision task={task} surface={surface} waits={files !== undefined && !shown} />
    ) : (
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <p className="min-w-0 flex-1 px-1 text-sm text-fg-3">{whyNot(task, user)}</p>
        {acts}
      </div>
    ),
  })
}

function whyNot(task: Task, { member_id }: CurrentUser): string {
  if (task.blocked_by) return task.blocked_by
  if (isOver(task)) return texts.over
  const left = task.without_vote.find(({ person }) => person.id === member_id)
  if (left) return texts.noVoteYou[left.why]
  return task.seats.some(({ mine, verdict }) => mine && verdict) ? texts.voted : texts.notMine
}
