import type { Task } from '@throughline/contracts/tasks'
import { useState } from 'react'
import { Section } from '../../../ui/section.tsx'
import { Comments } from '../../comments/parts/comments.tsx'
import { texts } from './detail.texts.ts'

export function TaskComments({ task }: { task: Task }) {
  const [count, setCount] = useState(task.comment_count)
  return (
    <Section title={texts.comments} count={count}>
      <Comments
        key={task.id}
        subject={{ kind: 'task', id: task.id }}
        instanceId={task.workflow_instance}
        onCount={setCount}
      />
    </Section>
  )
}
