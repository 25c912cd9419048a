import { ApiError } from '@throughline/contracts/client'

/** How a call ended, in one word: `accepted`, or the status and code of its refusal. */
export const verdict = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof ApiError) return `${error.status} ${error.code}`
      throw error
    },
  )
