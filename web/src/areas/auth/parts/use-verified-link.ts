import { useQuery } from '@tanstack/react-query'
import type { VerificationPurpose, verifyEmail } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { Output } from '@throughline/contracts/endpoint'
import { verificationQuery } from '../auth.api.ts'

/** The answer never came, or was put off; that says nothing about the link. */
export type Unanswered = { error: Error; happenedAt: number; retrying: boolean; retry: () => void }

type VerifiedLink =
  | { state: 'missing' | 'checking' }
  | { state: 'bad'; retrying: boolean; retry: () => void }
  | ({ state: 'unanswered' } & Unanswered)
  | { state: 'good'; string: string; verified: Output<typeof verifyEmail> }

const isRefusal = (error: Error) => error instanceof ApiError && error.status < 500 && error.status !== 429

/** Checks the string of the address before anything is asked of the person. A string for another purpose is bad. */
export function useVerifiedLink(string: string | undefined, purposes: readonly VerificationPurpose[]): VerifiedLink {
  const check = useQuery({ ...verificationQuery(string ?? ''), enabled: Boolean(string) })
  const again = { retrying: check.isFetching, retry: () => void check.refetch() }
  if (!string) return { state: 'missing' }
  if (check.isPending) return { state: 'checking' }
  if (check.isError && isRefusal(check.error)) return { state: 'bad', ...again }
  if (check.isError) return { state: 'unanswered', error: check.error, happenedAt: check.errorUpdatedAt, ...again }
  if (!purposes.includes(check.data.purpose)) return { state: 'bad', ...again }
  return { state: 'good', string, verified: check.data }
}
