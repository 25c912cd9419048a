import type { verifyAudit } from '@throughline/contracts/audit'
import type { Output } from '@throughline/contracts/endpoint'
import type { TenantId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { verifyFrom } from '../audit.api.ts'

export type Verified = Output<typeof verifyAudit>

export type Verification =
  | { state: 'running'; checked: number; rows: number }
  | { state: 'done'; result: Verified }
  | { state: 'failed' }

/** Checks the chain from the first row on, step by step, until its end or its first broken place. */
export function useVerify(orgId: TenantId) {
  const [verification, setVerification] = useState<Verification>()
  const run = async () => {
    setVerification({ state: 'running', checked: 0, rows: 0 })
    try {
      let result = await verifyFrom(orgId, 0)
      while (result.next !== null && result.broken === null) {
        setVerification({ state: 'running', checked: result.checked, rows: result.rows })
        result = await verifyFrom(orgId, result.next)
      }
      setVerification({ state: 'done', result })
    } catch {
      setVerification({ state: 'failed' })
    }
  }
  return { verification, run, dismiss: () => setVerification(undefined) }
}
