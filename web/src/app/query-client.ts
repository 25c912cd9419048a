import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { FRESH } from '../shared/api.ts'

/** Three seconds of waiting, then the person is told. */
const MAX_RETRIES = 2

/** A refusal stays a refusal; only what may pass by itself (network, 5xx) is tried again. */
const worthAnotherTry = (failures: number, error: Error) =>
  failures < MAX_RETRIES && !(error instanceof ApiError && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthAnotherTry, staleTime: FRESH, refetchOnReconnect: true },
    mutations: { retry: false },
  },
})
