import type { Output } from '@throughline/contracts/endpoint'
import type { completeTask } from '@throughline/contracts/task-acts'
import { createContext } from 'react'

/** The task as it is after the act, and what the same person is asked next. */
export type ActAnswer = Output<typeof completeTask>

/** Told of every act that was done on the task that is shown. */
export const ActAnswered = createContext<(answer: ActAnswer) => void>(() => undefined)
