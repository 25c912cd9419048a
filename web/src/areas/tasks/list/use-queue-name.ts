import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { teamsQuery } from '../../org/teams.api.ts'
import { texts } from '../tasks.texts.ts'
import type { TasksSearch } from './tasks-search.ts'

/** What a queue is called, and how many people take from it. */
export function useQueueName(user: CurrentUser, queue: TasksSearch['queue']) {
  const { data } = useQuery({
    ...teamsQuery(user.tenant_id),
    enabled: queue !== undefined && queue !== 'mine' && user.organization_id !== null,
  })
  const team = data?.find(({ id }) => id === queue)
  if (queue === undefined) return undefined
  return { title: team ? texts.queueOf(team.name) : texts.queues, takers: team?.count }
}
