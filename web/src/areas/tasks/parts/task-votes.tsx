import { useQuery } from '@tanstack/react-query'
import type { TaskId } from '@throughline/contracts/ids'
import { Section } from '../../../ui/section.tsx'
import { texts } from '../approval/approval.texts.ts'
import { Votes } from '../approval/votes.tsx'
import { taskQuery } from '../tasks.api.ts'

/** How an approval was decided, and by whom; nothing as long as nobody has decided. */
export function TaskVotes({ taskId }: { taskId: TaskId }) {
  const { data: task } = useQuery(taskQuery(taskId))
  if (!task?.seats.some(({ verdict }) => verdict !== null)) return null
  return (
    <Section title={texts.decision}>
      <Votes task={task} />
    </Section>
  )
}
