import type { TaskId } from '@throughline/contracts/ids'

export const CARDS = ['pending', 'in_progress', 'review', 'overdue'] as const
export type CardStatus = (typeof CARDS)[number]

export type HomeSearch = {
  /** The card that is pressed. */
  status?: CardStatus
  /** The task that lies open over the page. */
  taskId?: TaskId
}

const isCard = (value: unknown): value is CardStatus => CARDS.some((card) => card === value)

const isTask = (value: unknown): value is TaskId =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** What the address says; anything else is left out. */
export const homeSearch = ({ status, taskId }: Record<string, unknown>): HomeSearch => ({
  ...(isCard(status) && { status }),
  ...(isTask(taskId) && { taskId }),
})
