import type { TaskId } from '@throughline/contracts/ids'
import { isId, isOne } from '../../shared/address-params.ts'

export const CARDS = ['pending', 'in_progress', 'review', 'overdue'] as const
export type CardStatus = (typeof CARDS)[number]

export type HomeSearch = {
  /** The card that is pressed. */
  status?: CardStatus
  /** The task that lies open over the page. */
  taskId?: TaskId
}

/** What the address says; anything else is left out. */
export const homeSearch = ({ status, taskId }: Record<string, unknown>): HomeSearch => ({
  ...(isOne(CARDS, status) && { status }),
  ...(isId<TaskId>(taskId) && { taskId }),
})
