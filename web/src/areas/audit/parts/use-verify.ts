import type { verifyAudit } from '@throughline/contracts/audit'
import type { Output } from '@throughline/contracts/endpoint'
import { useState } from 'react'

export type Verified = Output<typeof verifyAudit>

export type Verification =
  | { state: 'running'; checked: number; rows: number }
  | { state: 'done'; result: Verified }
  | { state: 'failed' }

/** Checks the chain from the first row on, step by step, until its end or its first broken place. */
export function useVerify(verifyFrom: (after: number) => Promise<Verified>) {
  const [verification, setVerification] = useState<Verification>()
  const run = async () => {
    setVerification({ state: 'running', checked: 0, rows: 0 })
    try {
      let result = await verifyFrom(0)
      while (result.next !== null && result.broken === null) {
        setVerification({ state: 'running', checked: result.checked, rows: result.rows })
        result = await verifyFrom(result.next)
      }
      setVerification({ state: 'done', result })
    } catch {
      setVerification({ state: 'failed' })
    }
  }
  return { verification, run, dismiss: () => setVerification(undefined) }
}
