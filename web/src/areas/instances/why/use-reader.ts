import { useMemo } from 'react'
import { useNow } from '../../../use-now.ts'
import { useCurrentUser } from '../../auth/auth.api.ts'
import type { Reader } from './why-words.ts'

export function useReader(): Reader {
  const user = useCurrentUser()
  const now = useNow()
  const [zone, me] = [user?.time_zone ?? 'UTC', user?.member_id]
  return useMemo(() => ({ zone, me, now }), [zone, me, now])
}
