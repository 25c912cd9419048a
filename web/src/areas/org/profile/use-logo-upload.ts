import type { TenantId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { uploadLogo } from '../org.api.ts'
import { spec } from '../org.texts.ts'

export type Upload = { fileName: string; bytes: number; part: number }

/** How long the finished line stays, as the specification has it. */
const LINGER = 1_000
/** What is said about one upload takes the place of what was said about the one before. */
const TOAST = 'org-logo'

const after = (delay: number) => new Promise((resolve) => setTimeout(resolve, delay))

/** Sends a logo and shows how far it is; what came of it is said in a toast. */
export function useLogoUpload() {
  const [upload, setUpload] = useState<Upload>()
  const settle = async () => {
    await after(LINGER)
    setUpload(undefined)
    toast.success(spec.logoSaved, { id: TOAST })
  }
  const send = async (orgId: TenantId, logo: Blob, fileName: string): Promise<boolean> => {
    const start = { fileName, bytes: logo.size, part: 0 }
    setUpload(start)
    toast.dismiss(TOAST)
    try {
      await uploadLogo(orgId, logo, (part) => setUpload({ ...start, part }))
    } catch {
      setUpload(undefined)
      toast.error(spec.logoFailed, { id: TOAST })
      return false
    }
    setUpload({ ...start, part: 1 })
    void settle()
    return true
  }
  return { upload, send }
}
