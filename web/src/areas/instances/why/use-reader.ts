import { useMemo } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { useNow } from '../../../shared/use-now.ts'
import type { Reader } from './why-text.ts'

export function useReader(): Reader {
  const user = useCurrentUser()
  const now = useNow()
  const [zone, me] = [user?.time_zone ?? 'UTC', user?.member_id]
  return useMemo(() => ({ zone, me, now }), [zone, me, now])
}
