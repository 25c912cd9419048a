import { ApiError } from '@throughline/contracts/client'

/** The server's refusal of a name that another one has, as the problem of its field. */
export const nameTaken = (error: unknown): { name: string } | undefined =>
  error instanceof ApiError && error.code === 'name_taken' ? { name: error.message } : undefined
