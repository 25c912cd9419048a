import { TasksScreen } from '../areas/tasks/tasks.screen.tsx'
import { PHONE, useMedia } from './use-media.ts'

/** Tells the lists of tasks whether they stand on a phone. */
export function TasksPage() {
  return <TasksScreen phone={useMedia(PHONE)} />
}
